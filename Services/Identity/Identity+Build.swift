import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Sodium
import Storage

/// Assembles the identity service.
enum IdentityService {
    /// Creates the components of the process, in start order.
    static func components(in environment: ServiceEnvironment) throws -> [any Component] {
        let assembly = try DataServiceAssembly(
            .identity, schema: IdentitySchema.schema, in: environment)
        let parts = IdentityParts(
            passwords: try PasswordHasher(cost: passwordCost),
            issuer: PassportIssuer(key: try assembly.keys.signingKey(of: .identity)),
            revocations: assembly.revocations, clock: environment.clock,
            logger: environment.logger, signUpsAtOnce: environment.signUpsAtOnce,
            signUpMode: environment.signUpMode)
        let pool = PasswordPool()
        try serve(on: assembly.service, host: assembly.host, pool: pool.jobs, parts)
        return [pool] + assembly.components
    }

    /// Registers every operation of identity, and loads recently ended sign-ins into this process's
    /// own access check.
    static func serve(
        on service: DataService, host: ServiceHost, pool: JobPool, _ parts: IdentityParts
    ) throws {
        try loadRevocations(from: service.database, parts)
        service.nameMembers(by: "SELECT full_name FROM users WHERE id = ?2 AND ?1 IS NOT NULL")
        service.addHousekeeping("revocations past their time") { _, _ in
            _ = parts.revocations.forgetOld(at: parts.clock.machineTime(), limit: .max)
            return false
        }
        service.addHousekeeping("sessions of the future", removesByTime: true) { unit in
            try SessionRepository().pullBack(to: unit.now, in: unit.transaction)
            return false
        }
        // Sign-in events are excluded from the history.
        service.tellHistory(
            HistoryPlan(hiding: "'session.revoked', 'user.passportsRevoked'"))
        host.addGauges {
            [
                "passwords.checks": parts.passwords.checkCount,
                "passwords.waiting": Int64(pool.waitingCount),
            ]
        }
        service.job(SignUp.self, pool: pool, passing(parts, to: SignUp.handle))
        service.job(Login.self, pool: pool, passing(parts, to: Login.handle))
        service.issuer(IssuePassport.self, host: host, passing(parts, to: IssuePassport.handle))
        service.command(Logout.self, need: .mustGoOn, passing(parts, to: Logout.handle))
        service.query(ListSessions.self) { try ListSessions.handle($1, $2) }
        service.command(EndSession.self, passing(parts, to: EndSession.handle))
        service.command(AddAccessToken.self, AddAccessToken.handle)
        service.query(ListAccessTokens.self) { try ListAccessTokens.handle($1, $2) }
        service.command(RevokeAccessToken.self, passing(parts, to: RevokeAccessToken.handle))
        serveCalendars(on: service, host: host, parts)
        servePasswords(on: service, pool: pool, parts)
        serveOperator(on: service, parts)
        service.query(WhoAmI.self) { try WhoAmI.handle($1, $2) }
        service.command(CreateFamily.self, passing(parts, to: CreateFamily.handle))
        service.query(ShowFamily.self) { try ShowFamily.handle($1, $2) }
        service.query(ShowFamilyCodes.self) { try ShowFamilyCodes.handle($1, $2) }
        service.command(RenewFamilyCode.self, RenewFamilyCode.handle)
        service.command(JoinFamily.self, passing(parts, to: JoinFamily.handle))
        service.command(RemoveMember.self, passing(parts, to: RemoveMember.handle))
        service.command(LeaveFamily.self) { try LeaveFamily.handle($1, $2, parts) }
        service.command(RenameFamily.self, RenameFamily.handle)
        service.command(SetFamilyZone.self, SetFamilyZone.handle)
        service.command(SetParentsLog.self, SetParentsLog.handle)
        service.query(ShowPreferences.self) { try ShowPreferences.handle($1, $2) }
        service.command(UpdatePreferences.self, UpdatePreferences.handle)
        service.command(SaveView.self, SaveView.handle)
        service.query(ListViews.self, ListViews.handle)
        service.command(RemoveView.self, RemoveView.handle)
    }

    private static func serveCalendars(
        on service: DataService, host: ServiceHost, _ parts: IdentityParts
    ) {
        service.command(MakeCalendarLink.self) { try MakeCalendarLink.handle($1, $2, parts) }
        service.query(ShowCalendarLink.self) { try ShowCalendarLink.handle($1, $2) }
        service.command(RevokeCalendarLink.self) { try RevokeCalendarLink.handle($1, $2, parts) }
        service.issuer(OpenCalendar.self, host: host, passing(parts, to: OpenCalendar.handle))
        service.issuer(OpenDigest.self, host: host, passing(parts, to: OpenDigest.handle))
    }

    private static func servePasswords(
        on service: DataService, pool: JobPool, _ parts: IdentityParts
    ) {
        service.job(ChangePassword.self, pool: pool, passing(parts, to: ChangePassword.handle))
        service.job(ResetPassword.self, pool: pool, passing(parts, to: ResetPassword.handle))
        service.query(ShowRecoveryCodes.self) { try ShowRecoveryCodes.handle($1, $2) }
        service.job(
            RenewRecoveryCodes.self, pool: pool, passing(parts, to: RenewRecoveryCodes.handle))
        service.query(ShowSecondFactor.self) { try ShowSecondFactor.handle($1, $2) }
        service.job(
            BeginSecondFactor.self, pool: pool, passing(parts, to: BeginSecondFactor.handle))
        service.command(ConfirmSecondFactor.self, passing(parts, to: ConfirmSecondFactor.handle))
        service.job(
            RemoveSecondFactor.self, pool: pool, passing(parts, to: RemoveSecondFactor.handle))
        service.job(
            MakeMemberResetCode.self, pool: pool, passing(parts, to: MakeMemberResetCode.handle))
    }

    private static func serveOperator(on service: DataService, _ parts: IdentityParts) {
        service.command(MakeResetCode.self, MakeResetCode.handle)
        service.command(InviteUser.self, InviteUser.handle)
        service.query(ListUserInvitations.self) { try ListUserInvitations.handle($1, $2) }
        service.command(RevokeUserInvitation.self, RevokeUserInvitation.handle)
        service.query(ListUsers.self) { try ListUsers.handle($0, $1, $2) }
        service.query(ListFamilies.self) { try ListFamilies.handle($0, $1, $2) }
        service.command(SuspendUser.self, passing(parts, to: SuspendUser.handle))
        service.command(ResumeUser.self, ResumeUser.handle)
    }

    /// Loads all revocations: passports revoked before this start may stay valid for as long as a
    /// passport lasts. The time of revocation does not matter; the entries are dropped minutes
    /// later.
    private static func loadRevocations(
        from database: Database, _ parts: IdentityParts
    ) throws {
        let now = parts.clock.machineTime()
        try database.read { transaction in
            for session in try SessionRepository().ended(in: transaction) {
                parts.revocations.revoke(session: session, at: now)
            }
            for (user, generation) in try AccountRepository().passportGenerations(in: transaction) {
                parts.revocations.revoke(user: user, before: generation, at: now)
            }
        }
    }

    /// The cost of new password hashes. Tests of debug builds may request a cheap one.
    static var passwordCost: PasswordHash.Cost {
        #if DEBUG
            if TestHooks.isOn("cheap-passwords") { return .unsafeForTests }
        #endif
        return .interactive
    }
}

/// The threads that hash passwords: two hashes at a time and 32 queued, beyond which calls get
/// `busy`.
final class PasswordPool: Component {
    let name = "passwords"
    let jobs = JobPool(name: "passwords")

    /// The threads start with the first job.
    func start() {}

    /// Completes the queued hashes; no new ones arrive once the worker has stopped.
    func stop(by deadline: ContinuousClock.Instant) {
        jobs.close()
    }
}
