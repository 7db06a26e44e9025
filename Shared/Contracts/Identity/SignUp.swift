import Foundation

/// Creates a user. A player then creates a family or joins one as a sibling; a parent joins one.
public enum SignUp: Operation {
    public static let definition = OperationDefinition(
        "users.signUp", of: .identity, .write, .everyone,
        "Create an account with an e-mail address and a password", carriesSecrets: true)

    /// The sign-up form.
    @JSONObject
    public struct Request: OperationRequest {
        public var email: FormField<String>
        public var fullName: FormField<String>
        public var role: FormField<String>
        public var password: FormField<String>
        var timeZone: FormField<String>
        /// The code of an invitation, where accounts take one.
        public var invitation: FormField<String>

        public func validated() throws(ServiceError) -> Input {
            try FieldErrors.require { errors in
                let email = errors.emailAddress(email, named: "email")
                let fullName = errors.requiredText(
                    fullName, named: "full_name", length: FamilyLimit.fullNameLength,
                    "Please enter your name (1-200 characters)")
                let role: Role? = errors.requiredWord(
                    role, named: "role", "Please choose a role: player or parent")
                let timeZone = errors.chosenTimeZone(timeZone, named: "time_zone") ?? "UTC"
                let password = errors.password(password, named: "password")
                let typed = invitation.value?.trimmed ?? ""
                let code = InvitationCode(typed: typed)
                if invitation.isMalformed || (!typed.isEmpty && code == nil) {
                    errors.refuse("invitation", InvitationCode.refusal)
                }
                return role.map {
                    Input(
                        email: email, fullName: fullName, role: $0, password: password,
                        timeZone: timeZone, invitation: code)
                }
            }
        }
    }

    /// The validated request.
    public struct Input: Sendable {
        /// The address in lower case.
        public let email: String
        /// The name, trimmed.
        public let fullName: String
        /// The role chosen at sign-up.
        public let role: Role
        /// The password as typed.
        public let password: String
        /// A known IANA zone.
        public let timeZone: String
        public let invitation: InvitationCode?
    }

    /// The new user.
    @JSONObject
    public struct Response {
        public var user: User
    }
}
