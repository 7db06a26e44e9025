import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension ChangePassword {
    /// Replaces the caller's password after checking the current one. The session continues with a
    /// new token; all other sessions end, including sign-ins with the old password at the same
    /// time.
    static func handle(
        _ input: Input, _ context: CallContext, _ service: DataService, _ parts: IdentityParts
    ) throws -> Response {
        guard !context.isDryRun else {
            throw ServiceError(.validationFailed, "A dry run cannot change a password")
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
                throw ServiceError(.conflict, "Your password was changed in the meantime")
            }
            try SessionRepository().replaceToken(
                of: present.session.id, by: token, at: unit.now, in: unit.transaction)
            let ended = try unit.replacePassword(
                of: present.account, by: hash, .password, keeping: present.session.id, parts)
            return Response(token: token, session: present.session, ended: ended)
        }
    }
}
