import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension ResetPassword {
    /// The same message for an unknown address and an invalid code, so that it does not reveal
    /// which.
    static let refusalText = "Wrong e-mail address or code"

    /// Replaces a lost password. Every refusal costs one password hash, as signing in does, and
    /// counts as a failed sign-in.
    static func handle(
        _ input: Input, _ context: CallContext, _ service: DataService, _ parts: IdentityParts
    ) throws -> Response {
        try context.refuseDryRun("reset a password")
        let key = SignInThrottle.Key.reset(input.email)
        try parts.admitSignIn(key, context, "Too many failed attempts")
        let known = try lookUp(input, context, service)
        guard let known, known.code.counts(at: context.now) else {
            let response = try repeated(input, known, context, parts)
            parts.signInSucceeded(key)
            return response
        }
        parts.signInSucceeded(key)
        try PasswordPolicy.check(
            input.password, of: .init(known.account.user), field: "password")
        let hash = try parts.passwords.hash(input.password)
        let isDone = try service.write(context) { unit in
            try replacePassword(of: known, by: hash, input, unit, parts)
        }
        guard isDone else {
            // Another request used the code first, or this one did and is being repeated.
            return try repeated(input, lookUp(input, context, service), context, parts)
        }
        // Failed guesses at the old password must not delay a sign-in with the new one.
        parts.forgetSignIns(.address(input.email))
        let left = known.recoveryCodesLeft - (known.code.means == .recoveryCode ? 1 : 0)
        return Response(user: known.account.user, recoveryCodesLeft: left)
    }

    /// A code and its user.
    private struct Known: Sendable {
        let code: StoredResetCode
        let account: Account
        let recoveryCodesLeft: Int
    }

    private static func lookUp(
        _ input: Input, _ context: CallContext, _ service: DataService
    ) throws -> Known? {
        try service.database.read(deadline: context.deadline) { transaction in
            let codes = ResetCodeRepository()
            let code = try codes.code(input.code, ofUserWith: input.email, in: transaction)
            guard let code,
                let account = try AccountRepository().account(email: input.email, in: transaction)
            else { return nil }
            let left = try codes.recoveryCodes(of: account.user.id, in: transaction).left
            return Known(code: code, account: account, recoveryCodesLeft: left)
        }
    }

    /// Returns the response of a reset already done with this code and password, and throws
    /// otherwise. Costs one hash in both cases.
    private static func repeated(
        _ input: Input, _ known: Known?, _ context: CallContext, _ parts: IdentityParts
    ) throws -> Response {
        let mayBe = known.map { $0.code.wasJustUsed(at: context.now) } ?? false
        let hash = mayBe ? known?.account.passwordHash : nil
        guard parts.passwords.isRight(input.password, for: hash), let known else {
            throw ServiceError(.unauthenticated, refusalText)
        }
        return Response(user: known.account.user, recoveryCodesLeft: known.recoveryCodesLeft)
    }

    /// Returns whether the code was still valid. Reads the account again, since it may have
    /// changed.
    private static func replacePassword(
        of known: Known, by hash: String, _ input: Input, _ unit: UnitOfWork,
        _ parts: IdentityParts
    ) throws -> Bool {
        let codes = ResetCodeRepository()
        let code = try codes.code(input.code, ofUserWith: input.email, in: unit.transaction)
        guard let code, code.counts(at: unit.now),
            let account = try AccountRepository().account(
                known.account.user.id, in: unit.transaction),
            try codes.use(input.code, at: unit.now, in: unit.transaction)
        else { return false }
        try unit.replacePassword(of: account, by: hash, code.means, using: input.code, parts)
        return true
    }
}
