/// Replaces the caller's password. Every other session of theirs ends, and this one gets a new
/// token (S18, S29).
///
/// Nothing of it is kept under a key, because it carries secrets. A repetition whose first try was
/// committed finds the old token dead; the new password then signs in.
public enum ChangePassword: Operation {
    public static let name = "users.changePassword"
    public static let service: ServiceName? = .identity
    public static let isReadOnly = false
    public static let access = Access.signedIn
    public static let carriesSecrets = true
    public static let summary = "Change your password; ends your other sessions"

    /// The form.
    public struct Request: OperationRequest {
        var currentPassword: FormField<String>
        var newPassword: FormField<String>

        enum CodingKeys: String, CodingKey, CaseIterable {
            case currentPassword = "current_password"
            case newPassword = "new_password"
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The form with these entries.
        public init(currentPassword: String, newPassword: String) {
            self.currentPassword = FormField(currentPassword)
            self.newPassword = FormField(newPassword)
        }

        public func validated() throws(ServiceError) -> Input {
            var errors = FieldErrors()
            let current = errors.knownPassword(currentPassword, named: "current_password")
            let new = errors.password(newPassword, named: "new_password")
            try errors.throwIfAny()
            return Input(currentPassword: current, newPassword: new)
        }
    }

    /// A right form.
    public struct Input: Sendable {
        /// The present password as typed.
        public let currentPassword: String
        /// The new password as typed.
        public let newPassword: String
    }

    /// The session that stays.
    public struct Response: Codable, Sendable {
        /// The secret that now stands for the session; shown this once, stored nowhere.
        public var token: String
        /// The session.
        public var session: Session
        /// How many other sessions ended.
        public var ended: Int

        /// The answer with these parts.
        public init(token: String, session: Session, ended: Int) {
            self.token = token
            self.session = session
            self.ended = ended
        }
    }
}

/// Replaces a lost password by a code: a recovery code of the user's, or a one-time code that a
/// parent of the family or the operator made. Every session of the user ends (S27).
///
/// Unknown addresses and wrong codes are answered alike, after the same work (S28). A repetition
/// within `ResetCode.lifetime` that names the used code and the same password is answered as the
/// first time and changes nothing.
public enum ResetPassword: Operation {
    public static let name = "users.resetPassword"
    public static let service: ServiceName? = .identity
    public static let isReadOnly = false
    public static let access = Access.everyone
    public static let carriesSecrets = true
    public static let summary = "Replace a lost password with a recovery code or a one-time code"

    /// The form.
    public struct Request: OperationRequest {
        var email: FormField<String>
        var code: FormField<String>
        var password: FormField<String>

        enum CodingKeys: String, CodingKey, CaseIterable {
            case email, code, password
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The form with these entries; `password` is the new one.
        public init(email: String, code: String, password: String) {
            self.email = FormField(email)
            self.code = FormField(code)
            self.password = FormField(password)
        }

        public func validated() throws(ServiceError) -> Input {
            var errors = FieldErrors()
            let email = errors.emailAddress(email, named: "email")
            let code = ResetCode(typed: code.value ?? "")
            if code == nil { errors.refuse("code", ResetCode.refusal) }
            let password = errors.password(password, named: "password")
            try errors.throwIfAny()
            guard let code else { throw .invalid("code", ResetCode.refusal) }
            return Input(email: email, code: code, password: password)
        }
    }

    /// A right form.
    public struct Input: Sendable {
        /// The address, lower case.
        public let email: String
        /// The code.
        public let code: ResetCode
        /// The new password as typed.
        public let password: String
    }

    /// Whose password was replaced.
    public struct Response: Codable, Sendable {
        /// Whose password was replaced.
        public var user: User
        /// How many recovery codes the user has left.
        public var recoveryCodesLeft: Int

        enum CodingKeys: String, CodingKey {
            case user
            case recoveryCodesLeft = "recovery_codes_left"
        }

        /// The answer with these parts.
        public init(user: User, recoveryCodesLeft: Int) {
            self.user = user
            self.recoveryCodesLeft = recoveryCodesLeft
        }
    }
}
