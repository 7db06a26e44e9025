/// Replaces the caller's password. All other sessions of the caller end, and this one gets a new
/// token.
///
/// Because the operation carries secrets, no result is stored under the idempotency key. If the
/// first attempt was committed, a retry fails because the old token is no longer valid; the caller
/// then signs in with the new password.
public enum ChangePassword: Operation {
    public static let definition = OperationDefinition(
        "users.changePassword", of: .identity, .write, .signedIn,
        "Change your password; ends your other sessions", carriesSecrets: true)

    /// The submitted form.
    @JSONObject
    public struct Request: OperationRequest {
        var currentPassword: FormField<String>
        var newPassword: FormField<String>

        public func validated() throws(ServiceError) -> Input {
            let input = try FieldErrors.check {
                Input(
                    currentPassword: $0.knownPassword(currentPassword, named: "current_password"),
                    newPassword: $0.password(newPassword, named: "new_password"))
            }
            guard input.newPassword != input.currentPassword else {
                throw .invalid("new_password", "Choose a password other than the current one")
            }
            return input
        }
    }

    /// The validated request.
    public struct Input: Sendable {
        /// The current password as typed.
        public let currentPassword: String
        /// The new password as typed.
        public let newPassword: String
    }

    /// The remaining session with its new token.
    @JSONObject
    public struct Response {
        /// The session's new secret. It is returned only here and not stored.
        public var token: String
        public var session: Session
        /// The number of other sessions that ended.
        public var ended: Int
    }
}

/// Replaces a lost password by means of a recovery code, or a one-time code from a parent of the
/// family or the operator. All sessions of the user end.
///
/// Unknown addresses and wrong codes get the same reply after the same amount of work. A retry
/// within `ResetCode.lifetime` with the same code and password gets the original reply and changes
/// nothing.
public enum ResetPassword: Operation {
    public static let definition = OperationDefinition(
        "users.resetPassword", of: .identity, .write, .everyone,
        "Replace a lost password with a recovery code or a one-time code", carriesSecrets: true)

    /// The submitted form.
    @JSONObject
    public struct Request: OperationRequest {
        var email: FormField<String>
        var code: FormField<String>
        var password: FormField<String>

        public func validated() throws(ServiceError) -> Input {
            try FieldErrors.require { errors in
                let email = errors.emailAddress(email, named: "email")
                let code = ResetCode(typed: code.value ?? "")
                if code == nil { errors.refuse("code", ResetCode.refusal) }
                let password = errors.password(password, named: "password")
                return code.map { Input(email: email, code: $0, password: password) }
            }
        }
    }

    /// The validated request.
    public struct Input: Sendable {
        /// The address in lower case.
        public let email: String
        public let code: ResetCode
        /// The new password as typed.
        public let password: String
    }

    /// The user whose password was replaced.
    @JSONObject
    public struct Response {
        public var user: User
        /// The number of recovery codes the user has left.
        public var recoveryCodesLeft: Int
    }
}
