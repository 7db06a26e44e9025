import Foundation

/// Creates a user. A player then creates a family or joins one as a sibling; a parent joins one.
public enum SignUp: Operation {
    public static let name = "users.signUp"
    public static let service: ServiceName? = .identity
    public static let isReadOnly = false
    public static let access = Access.everyone
    public static let carriesSecrets = true
    public static let summary = "Make a user with an e-mail address and a password"

    /// The sign-up form.
    public struct Request: OperationRequest {
        var email: FormField<String>
        var fullName: FormField<String>
        var role: FormField<String>
        var password: FormField<String>
        var timeZone: FormField<String>

        enum CodingKeys: String, CodingKey, CaseIterable {
            case email, role, password
            case fullName = "full_name"
            case timeZone = "time_zone"
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        public init(
            email: String, fullName: String, role: String, password: String,
            timeZone: String? = nil
        ) {
            self.email = FormField(email)
            self.fullName = FormField(fullName)
            self.role = FormField(role)
            self.password = FormField(password)
            self.timeZone = FormField(timeZone)
        }

        public func validated() throws(ServiceError) -> Input {
            var errors = FieldErrors()
            let email = errors.emailAddress(email, named: "email")
            let fullName = errors.requiredText(
                fullName, named: "full_name", length: FamilyLimit.fullNameLength,
                "Please enter your name (1-200 characters)")
            let role: Role? = errors.requiredWord(
                role, named: "role", "Please choose a role: player or parent")
            let timeZone = errors.timeZone(timeZone, named: "time_zone")
            let password = errors.password(password, named: "password")
            try errors.throwIfAny()
            guard let role else { throw ServiceError.invalid("role", "Please choose a role") }
            return Input(
                email: email, fullName: fullName, role: role, password: password,
                timeZone: timeZone ?? "UTC")
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
    }

    /// The new user.
    public struct Response: Codable, Sendable {
        public var user: User

        public init(user: User) {
            self.user = user
        }
    }
}
