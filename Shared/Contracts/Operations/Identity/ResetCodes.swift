/// Says how many recovery codes the caller has left.
public enum ShowRecoveryCodes: Operation {
    public static let name = "users.recoveryCodes"
    public static let service: ServiceName? = .identity
    public static let isReadOnly = true
    public static let access = Access.signedIn
    public static let summary = "Show how many recovery codes you have left"

    public typealias Request = EmptyRequest

    /// What is left.
    public struct Response: Codable, Hashable, Sendable {
        /// How many codes still count.
        public var left: Int
        /// When the codes were made; `nil` if there are none.
        public var madeAt: Instant?

        enum CodingKeys: String, CodingKey {
            case left
            case madeAt = "made_at"
        }

        /// The answer with these parts.
        public init(left: Int, madeAt: Instant?) {
            self.left = left
            self.madeAt = madeAt
        }
    }
}

/// Makes ten recovery codes for the caller; earlier ones no longer count. A repetition makes other
/// ones, so that exactly those of the last answer count.
public enum RenewRecoveryCodes: Operation {
    public static let name = "users.renewRecoveryCodes"
    public static let service: ServiceName? = .identity
    public static let isReadOnly = false
    public static let access = Access.signedIn
    public static let carriesSecrets = true
    public static let summary = "Create ten recovery codes; earlier ones stop working"

    /// The caller's password.
    public struct Request: OperationRequest {
        var password: FormField<String>

        enum CodingKeys: String, CodingKey, CaseIterable {
            case password
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The request, confirmed by the caller's password.
        public init(password: String) {
            self.password = FormField(password)
        }

        public func validated() throws(ServiceError) -> String {
            var errors = FieldErrors()
            let password = errors.knownPassword(password, named: "password")
            try errors.throwIfAny()
            return password
        }
    }

    /// The codes.
    public struct Response: Codable, Sendable {
        /// The codes; shown this once, stored nowhere.
        public var codes: [String]
        /// When they were made.
        public var madeAt: Instant

        enum CodingKeys: String, CodingKey {
            case codes
            case madeAt = "made_at"
        }

        /// The answer with these codes.
        public init(codes: [String], madeAt: Instant) {
            self.codes = codes
            self.madeAt = madeAt
        }
    }
}

/// A one-time code that was made for somebody else.
public struct OneTimeCode: Codable, Sendable {
    /// The code; shown this once, stored nowhere.
    public var code: String
    /// When it ends.
    public var expiresAt: Instant
    /// Whose password it replaces.
    public var user: User

    enum CodingKeys: String, CodingKey {
        case code, user
        case expiresAt = "expires_at"
    }

    /// A code with these parts.
    public init(code: String, expiresAt: Instant, user: User) {
        self.code = code
        self.expiresAt = expiresAt
        self.user = user
    }
}

/// Makes a one-time code with which a player of the parent's family replaces a lost password. An
/// earlier one-time code of that player no longer counts.
public enum MakeMemberResetCode: Operation {
    public static let name = "families.makeResetCode"
    public static let service: ServiceName? = .identity
    public static let isReadOnly = false
    public static let access = Access.family(
        [.parent], refusal: "Only parents can reset a player's password")
    public static let carriesSecrets = true
    public static let summary = "Create a one-time code for a player who lost their password"

    /// For whom, and the caller's own password.
    public struct Request: OperationRequest {
        var userID: UserID
        var password: FormField<String>

        enum CodingKeys: String, CodingKey, CaseIterable {
            case userID = "user_id"
            case password
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The request for this player, confirmed by the caller's password.
        public init(userID: UserID, password: String) {
            self.userID = userID
            self.password = FormField(password)
        }

        public func validated() throws(ServiceError) -> Input {
            var errors = FieldErrors()
            let password = errors.knownPassword(password, named: "password")
            try errors.throwIfAny()
            return Input(userID: userID, password: password)
        }
    }

    /// A right form.
    public struct Input: Sendable {
        /// For whom.
        public let userID: UserID
        /// The caller's password as typed.
        public let password: String
    }

    public typealias Response = OneTimeCode
}

/// Makes a one-time code for any user, for whoever holds the operator key of the system.
public enum MakeResetCode: Operation {
    public static let name = "users.makeResetCode"
    public static let service: ServiceName? = .identity
    public static let isReadOnly = false
    public static let access = Access.operators
    public static let carriesSecrets = true
    public static let summary = "Create a one-time code for a user who lost their password"

    /// For whom.
    public struct Request: OperationRequest {
        var email: FormField<String>

        enum CodingKeys: String, CodingKey, CaseIterable {
            case email
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The request for the user with this address.
        public init(email: String) {
            self.email = FormField(email)
        }

        public func validated() throws(ServiceError) -> String {
            var errors = FieldErrors()
            let email = errors.emailAddress(email, named: "email")
            try errors.throwIfAny()
            return email
        }
    }

    public typealias Response = OneTimeCode
}
