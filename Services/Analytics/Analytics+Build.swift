import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// The service that keeps social posts and adds them up.
enum AnalyticsService {
    /// What the service stores. The mark of the file is the bytes of "RCan".
    static let schema = DataServiceAssembly.Schema(
        applicationID: 0x5243_616E, migrations: [.posts, .postImports, .rollups],
        replicaTracks: [IdentityReplica.track, DeletionTables.track])

    /// Makes the parts of the process, in the order of their start.
    static func build(_ environment: ServiceEnvironment) throws -> [any Component] {
        let assembly = try DataServiceAssembly(.analytics, schema: schema, in: environment)
        let cache = AnswerCache()
        serve(on: assembly.service, host: assembly.host, cache)
        try assembly.followIdentity(into: [FamilyZones(cache: cache)])
        try assembly.follow(.coaches, into: coachesReplicas(cache))
        return assembly.components
    }

    /// What follows coaches, in this order: a deletion finds the names that came before it.
    static func coachesReplicas(_ cache: AnswerCache) -> [any Replica] {
        [CoachesReplica(cache: cache), PostDeletions(cache: cache)]
    }

    /// Serves every operation of the service from its database.
    static func serve(on service: DataService, host: ServiceHost, _ cache: AnswerCache) {
        host.addGauges { cache.gauges }
        SocialAnalytics.serve(on: service, host: host, cache, ZoneTables())
        service.queryJSON(ListPosts.self) { try ListPosts.handle($0, $1, $2) }
        service.query(FindPosts.self) { try FindPosts.handle($0, $1, $2) }
        service.command(AddPost.self) { try AddPost.handle($0, $1, $2, cache) }
        service.command(DeletePost.self) { try DeletePost.handle($0, $1, $2, cache) }
        // What it tells the cache is told again when it runs again.
        service.commandJSON(ImportPosts.self, isRepeatable: true) {
            try ImportPosts.handle($0, $1, $2, cache)
        }
        service.command(FinishPostImport.self) { try FinishPostImport.handle($0, $1, $2) }
        service.command(DiscardPostImport.self) { [weak service] input, context, unit in
            unit.transaction.afterCommit { service?.doChores() }
            return try DiscardPostImport.handle(input, context, unit, cache)
        }
        service.keepTrash(PostsTrash.plan(cache) { [weak service] in service?.doChores() })
        service.addChore("removed imports") { try PostRemoval.step($0, cache) }
        service.addChore("unfinished \(ImportPosts.name)", removesByTime: true) {
            [clock = service.clock] in
            try FinishPostImport.closeStale($0, now: $1, at: clock.now())
        }
    }
}
