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
        let found = try AccountRepository().accounts(
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
        let found = try FamilyAccount.all(after: input.after, limit: limit + 1, in: transaction)
        return Response(families: Array(found.prefix(limit)), hasMore: found.count > limit)
    }
}

extension FamilyAccount {
    /// The families after one of them, the oldest first, at most `limit`.
    fileprivate static func all(
        after family: FamilyID?, limit: Int, in transaction: ReadTransaction
    ) throws -> [FamilyAccount] {
        try transaction.rows(
            """
            SELECT f.family_unit_id, f.name, f.created_at,
                (SELECT count(*) FROM family_members m
                    WHERE m.family_unit_id = f.family_unit_id AND m.deleted_at IS NULL),
                (SELECT max(s.last_used_at) FROM family_members m JOIN sessions s
                    ON s.user_id = m.user_id
                    WHERE m.family_unit_id = f.family_unit_id AND m.deleted_at IS NULL)
            FROM families f WHERE ?1 IS NULL OR f.family_unit_id > ?1
            ORDER BY f.family_unit_id LIMIT ?2 /* all families: for the operator */
            """, family, limit
        ) { row in
            FamilyAccount(
                familyUnitID: try row.identifier(0), name: try row.text(1),
                createdAt: try row.instant(2), memberCount: Int(try row.int64(3)),
                lastUsedAt: try row.instantOrNil(4))
        }
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
        guard let changed = try accounts.userAccount(account.user.id, in: transaction) else {
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
