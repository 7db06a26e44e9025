/// Signs a user in on one device and returns the session's token, once. An account with a second
/// factor also needs a code; without it, the error's subject is `secondFactor`.
public enum Login: Operation {
    public static let definition = OperationDefinition(
        "sessions.login", of: .identity, .write, .everyone,
        "Sign in with an e-mail address and a password", carriesSecrets: true)

    /// The sign-in form.
    @JSONObject
    public struct Request: OperationRequest {
        var email: FormField<String>
        var password: FormField<String>
        var device: FormField<String>
        var priorToken: FormField<String>
        /// A code, if the account has a second factor.
        var code: FormField<String>
        /// Whether other people use the device: the session then ends after 30 minutes without use.
        var shared: FormField<Bool>

        public func validated() throws(ServiceError) -> Input {
            try FieldErrors.check {
                Input(
                    email: $0.requiredText(
                        email, named: "email", length: FamilyLimit.emailLength,
                        EmailAddress.refusal
                    ).lowercased(),
                    password: $0.knownPassword(password, named: "password"),
                    device: $0.optionalText(
                        device, named: "device", max: FamilyLimit.deviceLength.upperBound,
                        "Device name must be 100 characters or less"),
                    priorToken: $0.optionalText(
                        priorToken, named: "prior_token", max: 128, "Invalid token"),
                    code: $0.secondFactorCode(code, named: "code", isRequired: false),
                    isShared: $0.optionalMark(shared, named: "shared") ?? false)
            }
        }
    }

    /// The validated request.
    public struct Input: Sendable {
        /// The address in lower case.
        public let email: String
        /// The password as typed.
        public let password: String
        /// The device's name for itself.
        public let device: String?
        /// The token of an earlier session on the same device.
        public let priorToken: String?
        /// The code of a second factor, if one was typed.
        public let code: SecondFactorCode?
        /// Whether other people use the device.
        public let isShared: Bool
    }

    /// The new session with its token.
    @JSONObject
    public struct Response {
        /// The session's secret. It is returned only here and not stored.
        public var token: String
        public var session: Session
        public var user: User
    }
}

/// Ends the current session, or all of the user's sessions.
public enum Logout: Operation {
    public static let definition = OperationDefinition(
        "sessions.logout", of: .identity, .write, .signedIn,
        "End this session, or all of your sessions")

    /// Which sessions to end.
    @JSONObject
    public struct Request: OperationRequest {
        /// Whether to end all of the user's sessions, on all devices.
        public var everywhere: Bool?

        public init(everywhere: Bool = false) {
            self.everywhere = everywhere
        }
    }

    /// The number of sessions that ended.
    @JSONObject
    public struct Response {
        public var ended: Int
    }
}

/// Lists the user's active sessions.
public enum ListSessions: Operation {
    public static let definition = OperationDefinition(
        "sessions.list", of: .identity, .read, .signedIn, "List the devices where you are signed in"
    )

    /// The sessions, most recently used first.
    @JSONObject
    public struct Response {
        public var sessions: [Session]
        /// The session of this request.
        public var current: SessionID
    }
}

/// Exchanges a session's token for a passport, which every service can verify by itself.
public enum IssuePassport: Operation {
    public static let definition = OperationDefinition(
        "passports.issue", of: .identity, .read, .everyone,
        "Exchange a session token for a passport valid for five minutes", carriesSecrets: true)

    /// The session's token.
    @JSONObject
    public struct Request: OperationRequest {
        public var token: String
    }

    /// The passport with the user and families that it names.
    @JSONObject
    public struct Response: JSONReadable {
        /// The passport's bytes in Base64.
        public var passport: String
        public var expiresAt: Instant
        public var user: User
        /// The families in the passport.
        public var families: [Membership]
        /// The families in which the user was a player, most recent first; nil for none.
        public var leftFamilies: [LeftFamily]?
        /// True if the user has no family any more, in whatever role; nil for everybody else.
        public var wasMember: Bool?
    }
}

/// Returns the signed-in user.
public enum WhoAmI: Operation {
    public static let definition = OperationDefinition(
        "users.whoAmI", of: .identity, .read, .signedIn,
        "Show who you are and which families you belong to", http: .get("/me"))

    /// The user, the session and the families.
    @JSONObject
    public struct Response {
        public var user: User
        /// The families, oldest membership first.
        public var families: [Membership]
        /// The session of this request.
        public var session: Session
        /// The families in which the user was a player, most recent first. What the user logged
        /// there can still be exported.
        public var leftFamilies: [LeftFamily] = []
    }
}
