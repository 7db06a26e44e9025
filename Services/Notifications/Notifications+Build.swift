import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// The service that tells users what happened in their families.
enum NotificationsService {
    /// What the service stores. The mark of the file is the bytes of "RCno".
    static let schema = DataServiceAssembly.Schema(
        applicationID: 0x5243_6E6F, migrations: [.notifications, .alertRoles],
        replicaTracks: [IdentityReplica.track])

    /// Makes the parts of the process, in the order of their start.
    static func build(_ environment: ServiceEnvironment) throws -> [any Component] {
        let assembly = try DataServiceAssembly(.notifications, schema: schema, in: environment)
        serve(on: assembly.service)
        try assembly.followIdentity(into: [AlertSpells()])
        // Whom an interaction alerts is decided from identity's feed: it is read first.
        try assembly.follow(.interactions, into: [InboundAlerts()], after: [.identity])
        return assembly.components
    }

    /// Serves every operation of the service from its database.
    static func serve(on service: DataService) {
        service.query(ListNotifications.self) { try ListNotifications.handle($0, $1, $2) }
        service.query(CountNotifications.self) { try CountNotifications.handle($1, $2) }
        service.command(MarkNotificationsRead.self) {
            try MarkNotificationsRead.handle($0, $1, $2)
        }
    }
}
