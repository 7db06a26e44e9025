import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension ShowRecoveryCodes {
    /// How many recovery codes the caller has left.
    static func handle(_ context: CallContext, _ transaction: ReadTransaction) throws -> Response {
        let caller = try CurrentCaller(context, in: transaction)
        return try ResetCodeRepository()
            .recoveryCodes(of: caller.account.user.id, in: transaction)
    }
}

extension RenewRecoveryCodes {
    /// Makes recovery codes for the caller, who shows their password: a stolen device does not
    /// become a key to the account.
    static func handle(
        _ password: String, _ context: CallContext, _ service: DataService,
        _ parts: IdentityParts
    ) throws -> Response {
        guard !context.isDryRun else {
            throw ServiceError(.validationFailed, "Recovery codes cannot be rehearsed")
        }
        let caller = try service.database.read(deadline: context.deadline) {
            try CurrentCaller(context, in: $0)
        }
        try parts.requirePassword(password, of: caller, field: "password", context)
        let codes = (0..<ResetCode.recoveryCount).map { _ in ResetCode.random() }
        try service.write(context) { unit in
            let present = try CurrentCaller(context, in: unit.transaction).account
            guard present.passwordHash == caller.account.passwordHash else {
                throw ServiceError(.conflict, "Your password was changed meanwhile")
            }
            try ResetCodeRepository().replaceRecoveryCodes(
                of: present.user.id, by: codes, at: unit.now, in: unit.transaction)
            try unit.recordRecoveryCodesRenewed(present)
        }
        return Response(codes: codes.map(\.description), madeAt: context.now)
    }
}

extension MakeMemberResetCode {
    /// Makes a one-time code for a player of the family. The parent shows their own password: what
    /// opens an account is not made by whoever finds a device.
    static func handle(
        _ input: Input, _ context: CallContext, _ service: DataService, _ parts: IdentityParts
    ) throws -> Response {
        guard !context.isDryRun else {
            throw ServiceError(.validationFailed, "A one-time code cannot be rehearsed")
        }
        let caller = try service.database.read(deadline: context.deadline) { transaction in
            try player(input.userID, context, transaction).caller
        }
        try parts.requirePassword(input.password, of: caller, field: "password", context)
        let code = ResetCode.random()
        return try service.write(context) { unit in
            let (present, family, account, version) = try player(
                input.userID, context, unit.transaction)
            try ResetCodeRepository().replaceOneTimeCode(
                of: input.userID, by: code, .familyCode, madeBy: present.account.user.id,
                at: unit.now, in: unit.transaction)
            try unit.recordResetCodeMade(account, in: family, as: .player, version: version)
            return Response(code, for: account.user, at: unit.now)
        }
    }

    private static func player(
        _ user: UserID, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> (caller: CurrentCaller, family: FamilyID, account: Account, version: Int64) {
        let (caller, family, membership) = try CurrentCaller.family(context, in: transaction)
        guard let member = try family.member(user, in: transaction),
            let account = try AccountRepository().account(user, in: transaction)
        else {
            throw ServiceError.notFound("Member")
        }
        guard member.role == .player else {
            throw ServiceError.forbidden("Only a player's password can be reset by a parent")
        }
        return (caller, membership.familyUnitID, account, member.version)
    }
}

extension MakeResetCode {
    /// Makes a one-time code for any user; services have no part in it. Each family of the user
    /// reads of it.
    static func handle(
        _ email: String, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> Response {
        guard context.principal == .operator else {
            throw ServiceError.forbidden("Only the system's operator can do that")
        }
        guard !context.isDryRun else {
            throw ServiceError(.validationFailed, "A one-time code cannot be rehearsed")
        }
        let transaction = unit.transaction
        guard let account = try AccountRepository().account(email: email, in: transaction) else {
            throw ServiceError.notFound("User")
        }
        let code = ResetCode.random()
        try ResetCodeRepository().replaceOneTimeCode(
            of: account.user.id, by: code, .operatorCode, madeBy: nil, at: unit.now,
            in: transaction)
        for place in try MembershipRepository(of: account.user.id).places(in: transaction) {
            try unit.recordResetCodeMade(
                account, in: place.family, as: place.role, version: place.version)
        }
        return Response(code, for: account.user, at: unit.now)
    }
}

extension OneTimeCode {
    /// A code that counts from `now` on.
    fileprivate init(_ code: ResetCode, for user: User, at now: Instant) {
        self.init(
            code: code.description, expiresAt: now.advanced(by: ResetCode.lifetime), user: user)
    }
}
