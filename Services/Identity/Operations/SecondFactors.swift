import Contracts
import DataServiceKit
import OATH
import ServiceKit
import Sodium
import Storage

extension ShowSecondFactor {
    static func handle(_ context: CallContext, _ transaction: ReadTransaction) throws -> Response {
        let caller = try CurrentCaller(context, in: transaction)
        return try SecondFactorRepository(of: caller.account.user.id).find(in: transaction)?.shown
            ?? SecondFactor(isOn: false, since: nil)
    }
}

extension BeginSecondFactor {
    /// Stores a new secret after checking the password, so that a found device does not lock its
    /// owner out.
    static func handle(
        _ password: String, _ context: CallContext, _ service: DataService,
        _ parts: IdentityParts
    ) throws -> Response {
        _ = try parts.caller(
            repeating: password, context, service,
            dryRun: "create a secret")
        let secret = try SecureRandom.bytes(TimeCode.secretByteCount)
        guard let text = TimeCode.base32(secret) else {
            throw ServiceError(.internal, "The secret cannot be written")
        }
        return try service.write(context) { unit in
            let user = try CurrentCaller(context, in: unit.transaction).account.user
            let factors = SecondFactorRepository(of: user.id)
            guard try factors.find(in: unit.transaction)?.confirmedAt == nil else {
                throw ServiceError(.conflict, "Your second factor is on; turn it off first")
            }
            try factors.begin(secret, at: unit.now, in: unit.transaction)
            return Response(secret: text, email: user.email)
        }
    }
}

extension ConfirmSecondFactor {
    /// Turns the second factor on if the app shows the right code. A repeated request with a
    /// present code changes nothing.
    static func handle(
        _ code: SecondFactorCode, _ context: CallContext, _ unit: UnitOfWork,
        _ parts: IdentityParts
    ) throws -> Response {
        try context.refuseDryRun("turn a second factor on")
        let account = try CurrentCaller(context, in: unit.transaction).account
        let factors = SecondFactorRepository(of: account.user.id)
        guard let factor = try factors.find(in: unit.transaction) else {
            throw ServiceError(.conflict, "There is no secret to confirm; create one first")
        }
        let key = SignInThrottle.Key.code(account.user.email)
        try parts.admitSignIn(key, context, "Too many wrong codes")
        guard case .digits(let digits) = code,
            let step = SecondFactorRule.step(
                of: digits, secret: factor.secret, lastStep: -1, at: unit.now)
        else { throw ServiceError.invalid("code", SecondFactorText.isWrong) }
        parts.signInSucceeded(key)
        guard factor.confirmedAt == nil else { return factor.shown }
        try factors.confirm(step: step, at: unit.now, in: unit.transaction)
        try unit.recordOwnChange(IdentityFeed.secondFactorAdded, of: account)
        return SecondFactor(isOn: true, since: unit.now)
    }
}

extension RemoveSecondFactor {
    /// Turns the second factor off after checking the password and a code. Without one this changes
    /// nothing.
    static func handle(
        _ input: Input, _ context: CallContext, _ service: DataService, _ parts: IdentityParts
    ) throws -> Response {
        let caller = try parts.caller(
            repeating: input.password, context, service,
            dryRun: "turn a second factor off")
        let key = SignInThrottle.Key.code(caller.account.user.email)
        try parts.admitSignIn(key, context, "Too many wrong codes")
        try service.write(context) { unit in
            let account = try CurrentCaller(context, in: unit.transaction).account
            let factors = SecondFactorRepository(of: account.user.id)
            let isOn = try factors.find(in: unit.transaction)?.confirmedAt != nil
            do {
                try unit.useSecondFactor(input.code, of: account.user)
            } catch let error as ServiceError where error.subject == .secondFactor {
                // The caller's session goes on.
                throw ServiceError.invalid("code", SecondFactorText.isWrong)
            }
            try factors.remove(in: unit.transaction)
            if isOn { try unit.recordOwnChange(IdentityFeed.secondFactorRemoved, of: account) }
        }
        parts.signInSucceeded(key)
        return SecondFactor(isOn: false, since: nil)
    }
}
