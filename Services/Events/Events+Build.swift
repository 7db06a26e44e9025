import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// The service that keeps a family's events and metrics.
enum EventsService {
    /// What the service stores. The mark of the file is the bytes of "RCev".
    static let schema = DataServiceAssembly.Schema(
        applicationID: 0x5243_6576, migrations: [.names, .events, .metrics, .parts],
        replicaTracks: [IdentityReplica.track, ImportTables.track, DeletionTables.track])

    /// Makes the parts of the process, in the order of their start.
    static func build(_ environment: ServiceEnvironment) throws -> [any Component] {
        let assembly = try DataServiceAssembly(.events, schema: schema, in: environment)
        serve(on: assembly.service)
        try assembly.followIdentity()
        try assembly.follow(.coaches, into: coachesReplicas)
        return assembly.components
    }

    /// What follows coaches, in this order: a deletion finds the names that came before it.
    static let coachesReplicas: [any Replica] = [CoachesReplica(), EventsOfDeleted.participant]

    /// Serves every operation of the service from its database.
    static func serve(on service: DataService) {
        service.query(ListEvents.self) { try ListEvents.handle($0, $1, $2) }
        service.query(ShowEvent.self) { try ShowEvent.handle($0, $1, $2) }
        service.command(AddEvent.self) { try AddEvent.handle($0, $1, $2) }
        service.command(EditEvent.self) { try EditEvent.handle($0, $1, $2) }
        service.command(AttendEvent.self) { try AttendEvent.handle($0, $1, $2) }
        service.query(ListEventBlockers.self) { try ListEventBlockers.handle($0, $1, $2) }
        service.command(DeleteEvent.self) { try DeleteEvent.handle($0, $1, $2) }
        service.command(CascadeDeleteEvent.self) { try CascadeDeleteEvent.handle($0, $1, $2) }
        service.keepTrash(EventsTrash.plan)
        service.query(ListAvailableCoaches.self) { try ListAvailableCoaches.handle($0, $1, $2) }
        service.command(AddEventCoach.self) { try AddEventCoach.handle($0, $1, $2) }
        service.command(RemoveEventCoach.self) { try RemoveEventCoach.handle($0, $1, $2) }
        service.query(ListMetrics.self) { try ListMetrics.handle($0, $1, $2) }
        service.query(ShowPersonalBests.self) { try ShowPersonalBests.handle($1, $2) }
        service.command(AddMetric.self) { try AddMetric.handle($0, $1, $2) }
        service.command(DeleteMetric.self) { try DeleteMetric.handle($0, $1, $2) }
        service.imports(
            EventImport(), stage: StageEvents.self, commit: CommitEvents.self,
            discard: DiscardEvents.self)
        service.imports(
            MetricImport(), stage: StageMetrics.self, commit: CommitMetrics.self,
            discard: DiscardMetrics.self)
    }
}
