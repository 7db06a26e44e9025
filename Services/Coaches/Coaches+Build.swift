import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// The coaches service: schools and coaches.
enum CoachesService {
    /// Creates the components of the process, in start order.
    static func build(_ environment: ServiceEnvironment) throws -> [any Component] {
        let catalogue = try Catalogue(contentsOf: environment.catalogue)
        let assembly = try DataServiceAssembly(.coaches, schema: schema, in: environment)
        let waiters = DeletionWaiters(clock: environment.clock)
        serve(on: assembly.service, host: assembly.host, catalogue: catalogue, waiters)
        try assembly.followIdentity()
        for producer in DeletionWaiters.participants.sorted(by: { $0.rawValue < $1.rawValue }) {
            try assembly.follow(
                producer, into: replicas(of: producer, waiters, clock: environment.clock))
        }
        try waiters.load(from: assembly.service.database)
        // `stop` runs before that of the database and after that of the worker.
        var components = assembly.components
        components.insert(waiters, at: 1)
        return components
    }

    /// The replicas of a service that takes part in deletions: its records first, then its replies.
    static func replicas(
        of producer: ServiceName, _ waiters: DeletionWaiters, clock: ProcessClock
    ) -> [any Replica] {
        let reports = DeletionReports(producer: producer, waiters: waiters)
        return switch producer {
        case .interactions: [ContactFeed(clock: clock), reports]
        case .events: [SchoolEvents(), reports]
        case .analytics: [PostCounts(), reports]
        default: [reports]
        }
    }

    static let schema = DataServiceAssembly.Schema(
        applicationID: CoachesSchema.applicationID, migrations: CoachesSchema.migrations,
        replicaTracks: [IdentityReplica.track, ImportTables.track])

    /// Registers every operation of the service.
    static func serve(
        on service: DataService, host: ServiceHost, catalogue: Catalogue, _ waiters: DeletionWaiters
    ) {
        host.register(SearchSchools.self) { call, responder in
            do throws(ServiceError) {
                responder.succeed(SearchSchools.handle(try call.input(), catalogue: catalogue))
            } catch {
                responder.fail(error)
            }
        }
        service.query(ListSchools.self, passing(catalogue, to: ListSchools.handle))
        service.query(ShowSchool.self, passing(catalogue, to: ShowSchool.handle))
        service.command(AddSchool.self, passing(catalogue, to: AddSchool.handle))
        service.command(EditSchool.self, EditSchool.handle)
        service.queryJSON(ListCoaches.self, ListCoaches.handle)
        service.queryJSON(ExportCoaches.self, ExportCoaches.handle)
        service.query(ShowCoach.self, ShowCoach.handle)
        service.query(ExplainCoach.self, ExplainCoach.handle)
        service.command(AddCoach.self, AddCoach.handle)
        service.command(EditCoach.self, EditCoach.handle)
        service.query(FindCoachDuplicates.self, FindCoachDuplicates.handle)
        service.query(
            FindSchoolDuplicates.self, passing(catalogue, to: FindSchoolDuplicates.handle))
        service.query(FindSchoolAliases.self, passing(catalogue, to: FindSchoolAliases.handle))
        service.query(ResolveSchools.self, passing(catalogue, to: ResolveSchools.handle))
        service.query(ResolveReferences.self, passing(catalogue, to: ResolveReferences.handle))
        let deletions = Deletions(waiters: waiters)
        deletions.serve(on: service)
        host.addGauges { waiters.gauges }
        service.keepTrash(CoachesTrash.plan(deletions, on: service))
        service.tellHistory(HistoryPlan(namingKept: MergeOutcomes.names))
        service.imports(SchoolImport(catalogue: catalogue))
        service.imports(CoachImport(catalogue: catalogue))
        let corrections = FactCorrections(catalogue)
        service.addHousekeeping("facts of the catalogue") { try corrections.step($0) }
        service.serveSearch(SearchedCoaches.self, CoachSearch.sources)
    }
}
