import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// The coaches service: schools and coaches.
enum Coaches {
    /// Makes the parts of the process, in the order of their start.
    static func build(_ environment: ServiceEnvironment) throws -> [any Component] {
        let catalogue = try Catalogue(contentsOf: environment.catalogue)
        let assembly = try DataServiceAssembly(.coaches, schema: schema, in: environment)
        serve(on: assembly.service, host: assembly.host, catalogue: catalogue)
        try assembly.followIdentity()
        try assembly.follow(.interactions, into: [ContactFeed(clock: environment.clock)])
        return assembly.components
    }

    /// What the service stores.
    static let schema = DataServiceAssembly.Schema(
        applicationID: CoachesSchema.applicationID, migrations: CoachesSchema.migrations,
        replicaTracks: [IdentityReplica.track, ImportTables.track])

    /// Serves every operation of the service from its database.
    static func serve(on service: DataService, host: ServiceHost, catalogue: Catalogue) {
        host.register(SearchSchools.self) { call, responder in
            do throws(ServiceError) {
                responder.succeed(SearchSchools.handle(try call.input(), catalogue: catalogue))
            } catch {
                responder.fail(error)
            }
        }
        service.query(ListSchools.self) { try ListSchools.handle($0, $1, $2) }
        service.query(ShowSchool.self) { try ShowSchool.handle($0, $1, $2) }
        service.command(AddSchool.self) {
            try AddSchool.handle($0, $1, $2, catalogue: catalogue)
        }
        service.command(EditSchool.self) { try EditSchool.handle($0, $1, $2) }
        service.queryJSON(ListCoaches.self) { try ListCoaches.handle($0, $1, $2) }
        service.queryJSON(ExportCoaches.self) { try ExportCoaches.handle($0, $1, $2) }
        service.query(ShowCoach.self) { try ShowCoach.handle($0, $1, $2) }
        service.query(ExplainCoach.self) { try ExplainCoach.handle($0, $1, $2) }
        service.command(AddCoach.self) { try AddCoach.handle($0, $1, $2) }
        service.command(EditCoach.self) { try EditCoach.handle($0, $1, $2) }
        service.query(ResolveReferences.self) { try ResolveReferences.handle($0, $1, $2) }
        service.keepTrash(CoachesTrash.plan)
        service.imports(
            SchoolImport(catalogue: catalogue), stage: StageSchools.self,
            commit: CommitSchools.self, discard: DiscardSchools.self)
        service.imports(
            CoachImport(catalogue: catalogue), stage: StageCoaches.self,
            commit: CommitCoaches.self, discard: DiscardCoaches.self)
    }
}
