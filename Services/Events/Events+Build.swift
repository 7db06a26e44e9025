import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// The events service: a family's events and metrics.
enum EventsService {
    /// The stored schema. The application id is "RCev" in ASCII.
    static let schema = DataServiceAssembly.Schema(
        applicationID: 0x5243_6576,
        migrations: [
            .names, .events, .metrics, .parts, .metricEdits, .search, .profiles,
            .foldingAccents(in: ["events", "metrics"]),
        ],
        replicaTracks: [IdentityReplica.track, ImportTables.track, DeletionTables.track])

    /// Creates the components of the process, in start order.
    static func build(_ environment: ServiceEnvironment) throws -> [any Component] {
        let assembly = try DataServiceAssembly(.events, schema: schema, in: environment)
        serve(on: assembly.service)
        try assembly.followIdentity()
        try assembly.follow(.coaches, into: coachesReplicas)
        return assembly.components
    }

    /// Replicas of the coaches feed, in the order in which they apply a change: a deletion needs
    /// the names that were stored before it.
    static let coachesReplicas: [any Replica] = [CoachesReplica(), EventsOfDeleted.participant]

    /// Registers every operation of the service.
    static func serve(on service: DataService) {
        service.query(ListEvents.self) { try ListEvents.handle($0, $1, $2) }
        service.queryJSON(ListTimeline<TimelineEvents>.self) {
            try ListTimeline<TimelineEvents>.handle($0, $1, $2).json
        }
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
        service.command(EditMetric.self) { try EditMetric.handle($0, $1, $2) }
        service.command(DeleteMetric.self) { try DeleteMetric.handle($0, $1, $2) }
        service.query(ListProfiles.self) { try ListProfiles.handle($1, $2) }
        service.command(EditProfile.self) { try EditProfile.handle($0, $1, $2) }
        service.imports(EventImport())
        service.imports(MetricImport())
        service.serveSearch(SearchedEvents.self, EventSearch.sources)
    }
}
