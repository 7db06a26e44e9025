import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension ListUsers {
    static func handle(
        _ input: Request, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> Response {
        try context.requireOperator()
        let limit = OperatorListLimit.pageMax
        let found = try OperatorRepository().users(
            after: input.after, limit: limit + 1, in: transaction)
        return Response(users: Array(found.prefix(limit)), hasMore: found.count > limit)
    }
}

extension ListFamilies {
    static func handle(
        _ input: Request, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> Response {
        try context.requireOperator()
        let limit = OperatorListLimit.pageMax
        let found = try OperatorRepository().families(
            after: input.after, limit: limit + 1, in: transaction)
        return Response(families: Array(found.prefix(limit)), hasMore: found.count > limit)
    }
}

extension SuspendUser {
    /// Suspends an account, and revokes its passports. A suspended account stays as it is.
    static func handle(
        _ email: String, _ context: CallContext, _ unit: UnitOfWork, _ parts: IdentityParts
    ) throws -> Response {
        try unit.operatorChanges(email, context) { account in
            guard account.suspendedAt == nil else { return }
            try AccountRepository().suspend(account.user.id, at: unit.now, in: unit.transaction)
            try unit.recordSuspension(
                IdentityFeed.userSuspended, IdentityFeed.memberSuspended, of: account)
            try unit.revokePassports(of: account, parts)
        }
    }
}

extension ResumeUser {
    /// Ends the suspension of an account. One that works stays as it is.
    static func handle(
        _ email: String, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> Response {
        try unit.operatorChanges(email, context) { account in
            guard account.suspendedAt != nil else { return }
            try AccountRepository().suspend(account.user.id, at: nil, in: unit.transaction)
            try unit.recordSuspension(
                IdentityFeed.userResumed, IdentityFeed.memberResumed, of: account)
        }
    }
}

extension UnitOfWork {
    /// Finds an account for the operator, changes it and returns what became of it.
    fileprivate func operatorChanges(
        _ email: String, _ context: CallContext, _ change: (Account) throws -> Void
    ) throws -> ChangedAccount {
        try context.requireOperator()
        let accounts = AccountRepository()
        guard let account = try accounts.account(email: email, in: transaction) else {
            throw ServiceError.notFound(.user)
        }
        try change(account)
        guard let changed = try OperatorRepository().user(account.user.id, in: transaction) else {
            throw ServiceError.notFound(.user)
        }
        return ChangedAccount(account: changed)
    }

    /// Records a change of the account, and of the member in each of the user's families.
    fileprivate func recordSuspension(
        _ type: String, _ memberType: String, of account: Account
    ) throws {
        let user = account.user.id
        try record(
            NewChange(
                type, of: "user", user, version: account.version + 1, family: nil,
                payload: IdentityFeed.UserPayload(userID: user)))
        for place in try MembershipRepository(of: user).places(in: transaction) {
            try recordMember(
                memberType, account, in: place.family, as: place.role, version: place.version)
        }
    }
}

extension Account {
    static let suspendedText = "This account is suspended. Ask whoever runs this installation"

    /// Throws `forbidden` if the account is suspended.
    func requireActive() throws(ServiceError) {
        if suspendedAt != nil { throw ServiceError.forbidden(Self.suspendedText) }
    }
}
