/// What the holder of an access token may do.
public enum TokenRights: String, Codable, JSONWritable, JSONReadable, Hashable, Sendable,
    CaseIterable
{
    /// Reading what the user may read.
    case read
    /// Reading, and changing the family's records as the user may.
    case write
}

/// Limits of access tokens.
public enum AccessTokenLimit {
    /// The most tokens of one user that are valid at the same time.
    public static let perUser = 20
    /// The length of a token's name, in characters.
    public static let nameLength = 1...100
    /// For how many days a token can be valid.
    public static let days = 1...366
    /// For how many days a token is valid by default.
    public static let daysDefault = 90
}

/// A token with which a program acts for its user, without the secret itself.
@JSONObject
public struct AccessToken: Hashable {
    /// The token's id, which is not its secret. Its passports name it as their session.
    public var id: SessionID
    /// The name that its user gave it.
    public var name: String
    public var rights: TokenRights
    public var createdAt: Instant
    /// The time of the last use, to the minute; nil if it was never used.
    public var lastUsedAt: Instant?
    public var expiresAt: Instant
}

/// Creates an access token for a program of the user's and returns its secret, once.
public enum AddAccessToken: Operation {
    public static let definition = OperationDefinition(
        "tokens.add", of: .identity, .write, .signedIn, "Create an access token for a program",
        carriesSecrets: true)

    /// The new token. It may only read by default, and is valid for
    /// `AccessTokenLimit.daysDefault` days.
    @JSONObject
    public struct Request: OperationRequest {
        var name: FormField<String>
        var rights: FormField<String>
        var days: FormField<Int>

        public func validated() throws(ServiceError) -> Input {
            try FieldErrors.check {
                Input(
                    name: $0.requiredText(
                        name, named: "name", length: AccessTokenLimit.nameLength,
                        "Name must be 1 to 100 characters"),
                    rights: $0.optionalWord(
                        rights, named: "rights", "Rights must be read or write") ?? .read,
                    days: $0.optionalNumber(
                        days, named: "days", title: "Days", from: AccessTokenLimit.days.lowerBound,
                        to: AccessTokenLimit.days.upperBound) ?? AccessTokenLimit.daysDefault)
            }
        }
    }

    /// The validated request.
    public struct Input: Sendable {
        public let name: String
        public let rights: TokenRights
        /// For how many days the token is valid.
        public let days: Int
    }

    /// The token with its secret.
    @JSONObject
    public struct Response {
        /// The secret, for the `Authorization` field of requests. It is returned only here and not
        /// stored.
        public var secret: String
        public var token: AccessToken
    }
}

/// Lists the user's valid access tokens.
public enum ListAccessTokens: Operation {
    public static let definition = OperationDefinition(
        "tokens.list", of: .identity, .read, .signedIn, "List your access tokens")

    /// The tokens, newest first.
    @JSONObject
    public struct Response {
        public var tokens: [AccessToken]
    }
}

/// Ends one of the user's access tokens at once.
public enum RevokeAccessToken: Operation {
    public static let definition = OperationDefinition(
        "tokens.revoke", of: .identity, .write, .signedIn, "End an access token")

    public typealias Request = RecordRequest<SessionTag>

    /// The token that ended.
    @JSONObject
    public struct Response {
        public var revoked: SessionID
    }
}
