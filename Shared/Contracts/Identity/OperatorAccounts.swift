/// Limits of the operator's lists.
public enum OperatorListLimit {
    /// The most rows of one answer.
    public static let pageMax = 1_000
}

/// A user as the operator sees them: who they are and whether they use the product.
@JSONObject
public struct UserAccount: Hashable {
    public var user: User
    /// When a device or a program of the user was last used, to the minute; nil if none was.
    public var lastUsedAt: Instant?
    /// When the operator suspended the account; nil for an account that works.
    public var suspendedAt: Instant?
    /// The number of families to which the user belongs.
    public var familyCount: Int
}

/// A family as the operator sees it: nothing of its records.
@JSONObject
public struct FamilyAccount: Hashable {
    public var familyUnitID: FamilyID
    public var name: String
    public var createdAt: Instant
    public var memberCount: Int
    /// When a device or a program of a member was last used, to the minute; nil if none was.
    public var lastUsedAt: Instant?
}

/// Lists the users of an installation.
public enum ListUsers: Operation {
    public static let definition = OperationDefinition(
        "users.list", of: .identity, .read, .operators,
        "List the users of this installation, and when they last used it")

    /// Where the list goes on.
    @JSONObject
    public struct Request: OperationRequest, Hashable {
        /// The last user of the previous answer; nil for the beginning.
        public var after: UserID?
    }

    /// At most `OperatorListLimit.pageMax` users, the oldest accounts first.
    @JSONObject
    public struct Response {
        public var users: [UserAccount]
        /// Whether there are more.
        public var hasMore: Bool
    }
}

/// Lists the families of an installation.
public enum ListFamilies: Operation {
    public static let definition = OperationDefinition(
        "families.list", of: .identity, .read, .operators,
        "List the families of this installation, and when they last used it")

    /// Where the list goes on.
    @JSONObject
    public struct Request: OperationRequest, Hashable {
        /// The last family of the previous answer; nil for the beginning.
        public var after: FamilyID?
    }

    /// At most `OperatorListLimit.pageMax` families, the oldest first.
    @JSONObject
    public struct Response {
        public var families: [FamilyAccount]
        /// Whether there are more.
        public var hasMore: Bool
    }
}

/// Names a user by the address of the account.
@JSONObject
public struct AddressedUser: OperationRequest {
    var email: FormField<String>

    public func validated() throws(ServiceError) -> String {
        try FieldErrors.check { $0.emailAddress(email, named: "email") }
    }
}

/// A user after a change of the operator's.
@JSONObject
public struct ChangedAccount {
    public var account: UserAccount
}

/// Suspends an account: nobody signs in with it, and its devices, programs and calendar links wait
/// until it is resumed. Its records stay as they are.
public enum SuspendUser: Operation {
    public static let definition = OperationDefinition(
        "users.suspend", of: .identity, .write, .operators, "Suspend a user's account")

    public typealias Request = AddressedUser
    public typealias Response = ChangedAccount
}

/// Ends the suspension of an account.
public enum ResumeUser: Operation {
    public static let definition = OperationDefinition(
        "users.resume", of: .identity, .write, .operators,
        "End the suspension of a user's account")

    public typealias Request = AddressedUser
    public typealias Response = ChangedAccount
}
