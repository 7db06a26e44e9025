import Contracts
import Foundation
import ServiceKit
import Storage
import Support
import Testing

@testable import DataServiceKit
@testable import Notifications

/// D-45: one alert for each member, however often the service is killed between what it read and
/// what it wrote. The test is shown to work on a seeded bug.
@Suite struct ExactlyOnceTests {
    private static let contacts = 30
    private static let members = (1...3).map { UserID(high: 0x01, low: $0) }

    /// Hands out a few changes at a time, so that there are many commits to be killed at.
    private struct Sips: ChangeSource {
        let source: ListedSource

        func fetch(
            after sequence: Int64, limit: Int, wait: Duration
        ) throws -> FetchChanges.Response {
            try source.fetch(after: sequence, limit: 3, wait: .zero)
        }
    }

    /// The same story in every process: three members, inbound contacts, one of them deleted and
    /// one of them brought back.
    private static func story() throws -> Household {
        let household = Household(
            id: FamilyID(high: 0xFA, low: 1), identity: ListedSource(),
            interactions: ListedSource())
        for member in members { try household.member(member) }
        for number in 1...contacts {
            let record = try household.log(by: members[number % 3], at: Int64(number)) {
                $0.id = InteractionID(high: 0x1A, low: UInt64(number))
            }
            if number % 10 == 0 { try household.delete(record, at: Int64(number)) }
            if number % 20 == 0 { try household.restore(record, at: Int64(number)) }
        }
        return household
    }

    private static func open(_ folder: String) throws -> Database {
        let schema = NotificationsService.schema
        return try Database(
            DatabaseConfiguration(
                path: folder + "/notifications.sqlite", applicationID: schema.applicationID),
            tracks: [DataServiceTables.track] + schema.replicaTracks + [
                MigrationTrack("notifications", schema.migrations)
            ])
    }

    /// Reads both feeds to their ends; a hook may kill the process meanwhile.
    private static func follow(_ folder: String) throws {
        let household = try story()
        let database = try open(folder)
        let logger = Logger(service: "notifications", clock: ProcessClock(), write: { _ in })
        func read(_ producer: ServiceName, _ source: ListedSource, _ replica: any Replica) throws {
            let consumer = try FeedConsumer(
                producer, source: Sips(source: source), replicas: [replica], database: database,
                logger: logger)
            while consumer.cursor.sequence < source.told.count { try consumer.step() }
        }
        try read(.identity, household.identity, AlertPeriods())
        try read(.interactions, household.interactions, InboundAlerts())
        database.close()
    }

    /// How many alerts each member has of each contact that is there, after a kill and a restart.
    private func alerts(hooks: String) async throws -> [Int64] {
        let folder = try TemporaryFolder()
        let path = folder.url.path
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, hooks = hooks as String] in
            setHooks(hooks)
            try Self.follow(path)
        }
        try Self.follow(path)
        let database = try Self.open(path)
        defer { database.close() }
        return try database.read { transaction in
            var counts: [Int64] = []
            for number in 1...Self.contacts where number % 20 == 0 || number % 10 != 0 {
                for member in Self.members {
                    counts.append(try Self.count(member, number, in: transaction))
                }
            }
            return counts
        }
    }

    /// A member's alerts of a contact, read exactly if the member logged it.
    private static func count(
        _ member: UserID, _ number: Int, in transaction: ReadTransaction
    ) throws -> Int64 {
        let isOwn = member == members[number % 3]
        return try transaction.scalar(
            """
            SELECT count(*) FROM notifications
            WHERE user_id = ?1 AND related_entity_id = ?2 AND withdrawn_at IS NULL
                AND (read_at IS NOT NULL) = ?3
            """, member, InteractionID(high: 0x1A, low: UInt64(number)), isOwn ? 1 : 0) ?? 0
    }

    private static let oneEach = Array(repeating: Int64(1), count: 28 * 3)

    @Test(arguments: ["kill-before-commit", "kill-after-commit"], [1, 2, 5, 11])
    func aKilledServiceAlertsEachMemberOnce(point: String, count: Int) async throws {
        #expect(try await alerts(hooks: "\(point):\(count)") == Self.oneEach)
    }

    /// Even if effect and cursor were two commits, the key of user and cause keeps the rows single.
    @Test func theKeyHoldsWhereTheCursorDoesNot() async throws {
        let found = try await alerts(
            hooks: "cursor-effect-two-commits,kill-between-effect-and-cursor:4")
        #expect(found == Self.oneEach)
    }

    @Test func aCursorThatIsStoredFirstIsCaught() async throws {
        let found = try await alerts(hooks: "cursor-first,kill-between-effect-and-cursor:4")
        #expect(found.contains(0))
    }

    @Test func aSecondRowForTheSameCauseIsRefusedByTheSchema() throws {
        let folder = try TemporaryFolder()
        let database = try Self.open(folder.url.path)
        defer { database.close() }
        func insert(_ id: UInt64) throws {
            try database.write { transaction in
                try transaction.execute(
                    AlertStatements.insert, Self.members[0], -Int64(id),
                    NotificationID(high: 1, low: id), FamilyID(high: 1, low: 1),
                    "inbound_interaction", "t", nil as String?, "normal", "interaction",
                    InteractionID(high: 1, low: 1), Int64(id), nil as Int64?)
            }
        }
        try insert(1)
        let error = #expect(throws: StorageError.self) { try insert(2) }
        #expect(error?.code == .unique)
    }
}
