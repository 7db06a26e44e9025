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
        let caller = try parts.caller(
            repeating: input.currentPassword, in: "current_password", context, service,
            dryRun: "change a password")
        try PasswordPolicy.check(
            input.newPassword, of: .init(caller.account.user), field: "new_password")
        let hash = try parts.passwords.hash(input.newPassword)
        let token = try SessionToken.make()
        return try service.write(context) { unit in
            let present = try caller.unchanged(context, in: unit.transaction)
            let (session, sessions) = (present.session.id, SessionRepository())
            try sessions.replaceToken(of: session, by: token, in: unit.transaction)
            try sessions.touch(session, at: unit.now, in: unit.transaction)
            let ended = try unit.replacePassword(
                of: present.account, by: hash, .password, keeping: session, parts)
            return Response(token: token, session: present.session, ended: ended)
        }
    }
}
