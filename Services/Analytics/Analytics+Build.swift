import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// The analytics service: stores social posts and computes their figures.
enum AnalyticsService {
    /// The stored schema. The application id is "RCan" in ASCII.
    static let schema = DataServiceAssembly.Schema(
        applicationID: 0x5243_616E,
        migrations: [.posts, .postImports, .rollups, .coachNames, .search, .kinds, .searchWords],
        replicaTracks: [IdentityReplica.track, DeletionTables.track])

    /// Creates the components of the process, in start order.
    static func build(_ environment: ServiceEnvironment) throws -> [any Component] {
        let assembly = try DataServiceAssembly(.analytics, schema: schema, in: environment)
        let cache = AnswerCache()
        serve(on: assembly.service, host: assembly.host, cache)
        try assembly.followIdentity(into: [FamilyZones(cache: cache)])
        try assembly.follow(.coaches, into: coachesReplicas(cache))
        return assembly.components
    }

    /// Replicas of the coaches feed, in the order in which they apply a change: a deletion needs
    /// the names that were stored before it.
    static func coachesReplicas(_ cache: AnswerCache) -> [any Replica] {
        [
            UnappliedOnly([
                CoachesReplica(cache: cache),
                DeletionParticipant(
                    PostDeletions(cache: cache), merging: PostsOfMerged(cache: cache)),
            ]),
            CoachNames(cache: cache),
        ]
    }

    /// Registers every operation of the service.
    static func serve(on service: DataService, host: ServiceHost, _ cache: AnswerCache) {
        host.addGauges { cache.gauges }
        SocialAnalytics.serve(on: service, host: host, cache, ZoneTables())
        service.queryJSON(ListPosts.self, ListPosts.handle)
        service.queryJSON(ListTimeline<TimelinePosts>.self) {
            try ListTimeline<TimelinePosts>.handle($0, $1, $2).json
        }
        service.serveSearch(SearchedPosts.self, PostSearch())
        service.query(FindPosts.self, FindPosts.handle)
        // Their only effect outside the transaction is `AnswerCache.require`, which may run twice.
        service.commandJSON(AddPost.self, isRepeatable: true, passing(cache, to: AddPost.handle))
        service.command(DeletePost.self, isRepeatable: true, passing(cache, to: DeletePost.handle))
        service.commandJSON(
            ImportPosts.self, isRepeatable: true, passing(cache, to: ImportPosts.handle))
        service.command(FinishPostImport.self, FinishPostImport.handle)
        service.command(DiscardPostImport.self) { [weak service] input, scope, unit in
            unit.transaction.afterCommit { service?.doHousekeeping() }
            return try DiscardPostImport.handle(input, scope, unit, cache)
        }
        service.keepTrash(PostsTrash.plan(cache) { [weak service] in service?.doHousekeeping() })
        service.addHousekeeping("removed imports") { try PostRemoval.step($0, cache) }
        service.addHousekeeping("unfinished \(ImportPosts.name)", removesByTime: true) {
            [clock = service.clock] in
            try FinishPostImport.closeStale($0, now: $1, at: clock.now())
        }
    }
}
