import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// The notifications service: tells users what happened in their families.
enum NotificationsService {
    /// The stored schema. The application id is "RCno" in ASCII.
    static let schema = DataServiceAssembly.Schema(
        applicationID: 0x5243_6E6F,
        migrations: [
            .notifications, .alertRoles, .deviceAlerts, .hookAlerts, .digests, .securityAlerts,
            .membersByUser,
        ],
        replicaTracks: [IdentityReplica.track])

    /// Creates the components of the process, in start order.
    static func build(_ environment: ServiceEnvironment) throws -> [any Component] {
        let assembly = try DataServiceAssembly(.notifications, schema: schema, in: environment)
        serve(on: assembly.service)
        try assembly.followIdentity(
            into: [
                AlertPeriods(), DeviceAlerts(), DigestWishes(),
                SecurityAlerts(producer: .identity, clock: environment.clock),
            ])
        // Identity's feed is read first, since it determines whom an interaction alerts.
        try assembly.follow(
            .interactions, into: [InboundAlerts(), FollowUpReminders()], after: [.identity])
        try assembly.follow(
            .hooks,
            into: [HookAlerts(), SecurityAlerts(producer: .hooks, clock: environment.clock)],
            after: [.identity])
        let program = MailProgram(
            words: environment.mailCommand, folder: environment.home.runFolder)
        let mail: DigestMaker.Mail = { program.send($0) }
        let maker = DigestMaker(
            assembly.service,
            CalledDigestSource(caller: assembly.caller, passports: assembly.ownPassports),
            mail: environment.mailCommand.isEmpty ? nil : mail,
            clock: environment.clock, logger: environment.logger)
        // The calls to other services end after it has stopped.
        return assembly.components + [maker]
    }

    /// Registers every operation of the service.
    static func serve(on service: DataService) {
        service.query(ListNotifications.self, ListNotifications.handle)
        service.query(CountNotifications.self) { try CountNotifications.handle($1, $2) }
        service.waitingQuery(
            WatchNotifications.self, for: { .milliseconds($0.waitMilliseconds) },
            look: { input, context, transaction in
                let counts = try CountNotifications.handle(context, transaction)
                return (counts, isNews: counts.unread != input.unread)
            })
        service.addHousekeeping("old digests", removesByTime: true) { transaction, now in
            try DigestRepository(transaction).removeOld(
                before: now.advanced(by: .seconds(-DigestMaker.keptDays * 86_400)))
        }
        service.command(MarkNotificationsRead.self, MarkNotificationsRead.handle)
    }
}
