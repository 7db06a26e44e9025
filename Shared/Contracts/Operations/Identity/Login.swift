/// Signs a user in on one device and hands out the session's token, once.
public enum Login: Operation {
    public static let name = "sessions.login"
    public static let service: ServiceName? = .identity
    public static let isReadOnly = false
    public static let access = Access.everyone
    public static let carriesSecrets = true
    public static let summary = "Sign in with an e-mail address and a password"

    /// The sign-in form.
    public struct Request: OperationRequest {
        var email: FormField<String>
        var password: FormField<String>
        var device: FormField<String>
        var priorToken: FormField<String>

        enum CodingKeys: String, CodingKey, CaseIterable {
            case email, password, device
            case priorToken = "prior_token"
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The form with these entries. `priorToken` is the token of an earlier session on the
        /// same device, if there is one: it shows that the device is not a stranger's.
        public init(email: String, password: String, device: String?, priorToken: String? = nil) {
            self.email = FormField(email)
            self.password = FormField(password)
            self.device = FormField(device)
            self.priorToken = FormField(priorToken)
        }

        public func validated() throws(ServiceError) -> Input {
            var errors = FieldErrors()
            let email = errors.requiredText(
                email, named: "email", length: FamilyLimit.emailLength, EmailAddress.refusal)
            let password = errors.knownPassword(password, named: "password")
            let device = errors.optionalText(
                device, named: "device", max: FamilyLimit.deviceLength.upperBound,
                "Device name must be 100 characters or less")
            let priorToken = errors.optionalText(
                priorToken, named: "prior_token", max: 128, "Invalid token")
            try errors.throwIfAny()
            return Input(
                email: email.lowercased(), password: password, device: device,
                priorToken: priorToken)
        }
    }

    /// A right form.
    public struct Input: Sendable {
        /// The address, lower case.
        public let email: String
        /// The password as typed.
        public let password: String
        /// What the device calls itself.
        public let device: String?
        /// An earlier session's token of the same device.
        public let priorToken: String?
    }

    /// The new session.
    public struct Response: Codable, Sendable {
        /// The secret that stands for the session; shown this once, stored nowhere.
        public var token: String
        /// The session.
        public var session: Session
        /// Who signed in.
        public var user: User

        /// The answer with these parts.
        public init(token: String, session: Session, user: User) {
            self.token = token
            self.session = session
            self.user = user
        }
    }
}

/// Ends the present session, or all of the user's.
public enum Logout: Operation {
    public static let name = "sessions.logout"
    public static let service: ServiceName? = .identity
    public static let isReadOnly = false
    public static let access = Access.signedIn
    public static let summary = "End this session, or all of your sessions"

    /// Which sessions end.
    public struct Request: OperationRequest {
        /// Whether all sessions of the user end, on all devices.
        public var everywhere: Bool?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case everywhere
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The request to end this session, or all.
        public init(everywhere: Bool = false) {
            self.everywhere = everywhere
        }
    }

    /// How many sessions ended.
    public struct Response: Codable, Sendable {
        /// How many sessions ended.
        public var ended: Int

        /// The answer with this count.
        public init(ended: Int) {
            self.ended = ended
        }
    }
}

/// Lists the user's live sessions.
public enum ListSessions: Operation {
    public static let name = "sessions.list"
    public static let service: ServiceName? = .identity
    public static let isReadOnly = true
    public static let access = Access.signedIn
    public static let summary = "List the devices where you are signed in"

    public typealias Request = EmptyRequest

    /// The sessions, last used first.
    public struct Response: Codable, Sendable {
        /// The sessions.
        public var sessions: [Session]
        /// The session of this request.
        public var current: SessionID

        /// The answer with these sessions.
        public init(sessions: [Session], current: SessionID) {
            self.sessions = sessions
            self.current = current
        }
    }
}

/// Exchanges a session's token for a passport, which every service can check by itself.
public enum IssuePassport: Operation {
    public static let name = "passports.issue"
    public static let service: ServiceName? = .identity
    public static let isReadOnly = true
    public static let access = Access.everyone
    public static let carriesSecrets = true
    public static let summary = "Exchange a session token for a passport valid for five minutes"

    /// The token.
    public struct Request: OperationRequest {
        /// The session's token.
        public var token: String

        enum CodingKeys: String, CodingKey, CaseIterable {
            case token
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The request for this session.
        public init(token: String) {
            self.token = token
        }
    }

    /// The passport.
    public struct Response: Codable, Sendable {
        /// The passport's octets in Base64.
        public var passport: String
        /// When it ends.
        public var expiresAt: Instant
        /// Whose it is.
        public var user: User
        /// The families in it.
        public var families: [Membership]

        enum CodingKeys: String, CodingKey {
            case passport, user, families
            case expiresAt = "expires_at"
        }

        /// The answer with these parts.
        public init(
            passport: String, expiresAt: Instant, user: User, families: [Membership]
        ) {
            self.passport = passport
            self.expiresAt = expiresAt
            self.user = user
            self.families = families
        }
    }
}

/// Says who is signed in.
public enum WhoAmI: Operation {
    public static let name = "users.whoAmI"
    public static let service: ServiceName? = .identity
    public static let isReadOnly = true
    public static let access = Access.signedIn
    public static let summary = "Show who you are and which families you belong to"

    public typealias Request = EmptyRequest

    /// The user and the families.
    public struct Response: Codable, Sendable {
        /// Who is signed in.
        public var user: User
        /// The families, oldest membership first.
        public var families: [Membership]
        /// The session of this request.
        public var session: Session
        /// The families that the user was a player of, the last one first: what they logged there
        /// can still be exported.
        public var leftFamilies: [LeftFamily]

        enum CodingKeys: String, CodingKey {
            case user, families, session
            case leftFamilies = "left_families"
        }

        /// The answer with these parts.
        public init(
            user: User, families: [Membership], session: Session, leftFamilies: [LeftFamily] = []
        ) {
            self.user = user
            self.families = families
            self.session = session
            self.leftFamilies = leftFamilies
        }
    }
}
