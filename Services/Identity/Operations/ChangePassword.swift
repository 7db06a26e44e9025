import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension ChangePassword {
    /// Replaces the caller's password, who shows the present one (S29). The session stays and gets
    /// a new token; whatever else was signed in, or signs in with the old password at the same
    /// time, ends.
    static func handle(
        _ input: Input, _ context: CallContext, _ service: DataService, _ parts: IdentityParts
    ) throws -> Response {
        guard !context.isDryRun else {
            throw ServiceError(.validationFailed, "A change of password cannot be rehearsed")
        }
        let caller = try service.database.read(deadline: context.deadline) {
            try CurrentCaller(context, in: $0)
        }
        try parts.requirePassword(
            input.currentPassword, of: caller, field: "current_password", context)
        try PasswordPolicy.check(
            input.newPassword, of: .init(caller.account.user), field: "new_password")
        let hash = try parts.passwords.hash(input.newPassword)
        let token = try SessionToken.make()
        return try service.write(context) { unit in
            let present = try CurrentCaller(context, in: unit.transaction)
            guard present.account.passwordHash == caller.account.passwordHash else {
                throw ServiceError(.conflict, "Your password was changed meanwhile")
            }
            try SessionRepository().replaceToken(
                of: present.session.id, by: token, at: unit.now, in: unit.transaction)
            let ended = try unit.replacePassword(
                of: present.account, by: hash, .password, keeping: present.session.id, parts)
            return Response(token: token, session: present.session, ended: ended)
        }
    }
}
