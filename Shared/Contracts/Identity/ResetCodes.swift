/// Returns how many recovery codes the caller has left.
public enum ShowRecoveryCodes: Operation {
    public static let definition = OperationDefinition(
        "users.recoveryCodes", of: .identity, .read, .signedIn,
        "Show how many recovery codes you have left")

    /// The remaining recovery codes.
    @JSONObject
    public struct Response: Hashable {
        /// The number of codes that are still valid.
        public var left: Int
        /// The time at which the codes were created; nil if there are none.
        public var madeAt: Instant?
    }
}

/// Creates ten recovery codes for the caller, which replace the earlier ones. A retry creates new
/// codes again, so that only those of the last reply are valid.
public enum RenewRecoveryCodes: Operation {
    public static let definition = OperationDefinition(
        "users.renewRecoveryCodes", of: .identity, .write, .signedIn,
        "Create ten recovery codes; earlier ones stop working", carriesSecrets: true)

    public typealias Request = OwnPassword

    /// The new codes.
    @JSONObject
    public struct Response {
        /// The codes. They are returned only here and not stored.
        public var codes: [String]
        public var madeAt: Instant
    }
}

/// A one-time code created for another user.
@JSONObject
public struct OneTimeCode {
    /// The code. It is returned only here and not stored.
    public var code: String
    public var expiresAt: Instant
    /// The user whose password it replaces.
    public var user: User
}

/// Creates a one-time code with which a player of the parent's family can replace a lost password.
/// It replaces the player's earlier one-time code.
public enum MakeMemberResetCode: Operation {
    public static let definition = OperationDefinition(
        "families.makeResetCode", of: .identity, .write,
        .family([.parent], refusal: "Only parents can reset a player's password"),
        "Create a one-time code for a player who lost their password", carriesSecrets: true)

    /// The player who needs the code, and the caller's own password.
    @JSONObject
    public struct Request: OperationRequest {
        var userID: UserID
        var password: FormField<String>

        public func validated() throws(ServiceError) -> Input {
            try FieldErrors.check {
                Input(userID: userID, password: $0.knownPassword(password, named: "password"))
            }
        }
    }

    /// The validated request.
    public struct Input: Sendable {
        public let userID: UserID
        /// The caller's password as typed.
        public let password: String
    }

    public typealias Response = OneTimeCode
}

/// Creates a one-time code for any user, on behalf of the operator.
public enum MakeResetCode: Operation {
    public static let definition = OperationDefinition(
        "users.makeResetCode", of: .identity, .write, .operators,
        "Create a one-time code for a user who lost their password", carriesSecrets: true)

    public typealias Request = AddressedUser
    public typealias Response = OneTimeCode
}
