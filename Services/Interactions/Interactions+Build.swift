import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// The service that keeps a family's interactions.
enum InteractionsService {
    /// Marks the database file as this service's: the octets of "RCin".
    static let applicationID: Int32 = 0x5243_696E

    /// The service's own tables, oldest step first.
    static let migrations: [Migration] = [.interactions, .names]

    /// Opens the database and serves every operation from it; follows identity and coaches.
    static func make(
        database: DatabaseConfiguration, host: ServiceHost, clock: ProcessClock, logger: Logger,
        revocations: RevocationList, source: (ServiceName) -> any ChangeSource
    ) throws -> DataService {
        var configuration = DataService.Configuration(
            service: .interactions, database: database, migrations: migrations, clock: clock)
        configuration.replicaTracks = [IdentityReplica.track]
        let service = try DataService(configuration, host: host, logger: logger)
        let identity = IdentityReplica(revocations: revocations)
        try identity.load(from: service.database)
        try service.follow(.identity, from: source(.identity), into: [identity])
        try service.follow(.coaches, from: source(.coaches), into: [CoachesReplica()])
        serve(on: service)
        return service
    }

    private static func serve(on service: DataService) {
        service.queryJSON(ListInteractions.self) { try ListInteractions.handle($0, $1, $2) }
        service.query(ShowInteraction.self) { try ShowInteraction.handle($0, $1, $2) }
        service.commandJSON(CreateInteraction.self) { try CreateInteraction.handle($0, $1, $2) }
        service.command(DeleteInteraction.self) { try DeleteInteraction.handle($0, $1, $2) }
        service.command(UndoInteractions.self) { try UndoInteractions.handle($0, $1, $2) }
    }
}
