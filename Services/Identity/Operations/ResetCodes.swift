import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension ShowRecoveryCodes {
    /// Returns how many recovery codes the caller has left.
    static func handle(_ context: CallContext, _ transaction: ReadTransaction) throws -> Response {
        let caller = try CurrentCaller(context, in: transaction)
        return try ResetCodeRepository()
            .recoveryCodes(of: caller.account.user.id, in: transaction)
    }
}

extension RenewRecoveryCodes {
    /// Creates recovery codes after checking the password, so that a stolen device does not give
    /// access to the account.
    static func handle(
        _ password: String, _ context: CallContext, _ service: DataService,
        _ parts: IdentityParts
    ) throws -> Response {
        let caller = try parts.caller(
            repeating: password, context, service,
            dryRun: "create recovery codes")
        let codes = (0..<ResetCode.recoveryCount).map { _ in ResetCode.random() }
        try service.write(context) { unit in
            let present = try caller.unchanged(context, in: unit.transaction).account
            try ResetCodeRepository().replaceRecoveryCodes(
                of: present.user.id, by: codes, at: unit.now, in: unit.transaction)
            try unit.recordOwnChange(IdentityFeed.recoveryCodesRenewed, of: present)
        }
        return Response(codes: codes.map(\.description), madeAt: context.now)
    }
}

extension MakeMemberResetCode {
    /// Creates a one-time code for a player of the family after checking the parent's own password,
    /// so that a found device is not enough to open another account.
    static func handle(
        _ input: Input, _ context: CallContext, _ service: DataService, _ parts: IdentityParts
    ) throws -> Response {
        try context.refuseDryRun("create a one-time code")
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
            try unit.recordMember(
                IdentityFeed.resetCodeMade, account, in: family, as: .player, version: version)
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
            throw ServiceError.notFound(.member)
        }
        guard member.role == .player else {
            throw ServiceError.forbidden("Only a player's password can be reset by a parent")
        }
        return (caller, membership.familyUnitID, account, member.version)
    }
}

extension MakeResetCode {
    /// Creates a one-time code for any user, for the operator only. The change is recorded in each
    /// of the user's families.
    static func handle(
        _ email: String, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> Response {
        try context.requireOperator()
        try context.refuseDryRun("create a one-time code")
        let transaction = unit.transaction
        guard let account = try AccountRepository().account(email: email, in: transaction) else {
            throw ServiceError.notFound(.user)
        }
        let code = ResetCode.random()
        try ResetCodeRepository().replaceOneTimeCode(
            of: account.user.id, by: code, .operatorCode, madeBy: nil, at: unit.now,
            in: transaction)
        for place in try MembershipRepository(of: account.user.id).places(in: transaction) {
            try unit.recordMember(
                IdentityFeed.resetCodeMade, account, in: place.family, as: place.role,
                version: place.version)
        }
        return Response(code, for: account.user, at: unit.now)
    }
}

extension OneTimeCode {
    /// Creates a code that is valid from `now`.
    fileprivate init(_ code: ResetCode, for user: User, at now: Instant) {
        self.init(
            code: code.description, expiresAt: now.advanced(by: ResetCode.lifetime), user: user)
    }
}
