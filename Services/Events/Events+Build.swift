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
            .foldingApostrophes(in: ["events", "metrics"]), .searchWords,
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
        service.query(ListEvents.self, ListEvents.handle)
        service.queryJSON(ListTimeline<TimelineEvents>.self) {
            try ListTimeline<TimelineEvents>.handle($0, $1, $2).json
        }
        service.query(ShowEvent.self, ShowEvent.handle)
        service.command(AddEvent.self, AddEvent.handle)
        service.command(EditEvent.self, EditEvent.handle)
        service.command(AttendEvent.self, AttendEvent.handle)
        service.query(ListEventBlockers.self, ListEventBlockers.handle)
        service.command(DeleteEvent.self, DeleteEvent.handle)
        service.command(CascadeDeleteEvent.self, CascadeDeleteEvent.handle)
        service.keepTrash(EventsTrash.plan)
        service.query(ListAvailableCoaches.self, ListAvailableCoaches.handle)
        service.command(AddEventCoach.self, AddEventCoach.handle)
        service.command(RemoveEventCoach.self, RemoveEventCoach.handle)
        service.query(ListMetrics.self, ListMetrics.handle)
        service.query(ShowPersonalBests.self) { try ShowPersonalBests.handle($1, $2) }
        service.command(AddMetric.self, AddMetric.handle)
        service.command(EditMetric.self, EditMetric.handle)
        service.command(DeleteMetric.self, DeleteMetric.handle)
        service.query(ListProfiles.self) { try ListProfiles.handle($1, $2) }
        service.command(EditProfile.self, EditProfile.handle)
        service.imports(EventImport())
        service.imports(MetricImport())
        service.serveSearch(SearchedEvents.self, EventSearch.sources)
    }
}
