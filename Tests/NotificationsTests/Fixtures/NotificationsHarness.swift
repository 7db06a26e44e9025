import Contracts
import Foundation
import ServiceKit
import Storage
import Support
import Testing

@testable import DataServiceKit
@testable import Notifications

/// The service over a database of its own, fed by three listed feeds: a family with a player, a
/// sibling and two parents, and a stranger with a family too.
final class NotificationsHarness {
    let fixture: ServiceFixture
    /// The feeds.
    let identity, interactions, hooks: ListedSource
    /// The family, and that of the stranger.
    let family, other: Household
    let player, sibling, parent, secondParent, stranger: ServiceFixture.Person

    private let isFirst: Bool

    /// A service whose feeds tell of the members only; or one that begins when these feeds of
    /// another have told a lot already.
    ///
    /// - Parameter tellsSecurity: Whether members are told of accounts and of each other.
    init(after first: NotificationsHarness? = nil, tellsSecurity: Bool = false) throws {
        isFirst = first == nil
        identity = first?.identity ?? ListedSource()
        interactions = first?.interactions ?? ListedSource()
        hooks = first?.hooks ?? ListedSource()
        fixture = try ServiceFixture(.notifications, schema: NotificationsService.schema)
        family = Household(
            id: FamilyID(high: 0xFA, low: 1), identity: identity, interactions: interactions)
        other = Household(
            id: FamilyID(high: 0xFA, low: 2), identity: identity, interactions: interactions)
        player = first?.player ?? .init([family.id: .player])
        sibling = first?.sibling ?? .init([family.id: .player])
        parent = first?.parent ?? .init([family.id: .parent])
        secondParent = first?.secondParent ?? .init([family.id: .parent])
        stranger = first?.stranger ?? .init([other.id: .player])
        if isFirst {
            for person in [player, sibling] {
                try family.member(person.userID, role: .player)
            }
            for person in [parent, secondParent] { try family.member(person.userID) }
            try other.member(stranger.userID, role: .player)
        }
        NotificationsService.serve(on: fixture.service)
        func security(_ producer: ServiceName) -> [any Replica] {
            tellsSecurity ? [SecurityAlerts(producer: producer, clock: fixture.clock)] : []
        }
        try fixture.service.follow(
            .identity, from: identity,
            into: [
                IdentityReplica(revocations: fixture.revocations), AlertPeriods(), DeviceAlerts(),
                DigestWishes(),
            ] + security(.identity))
        try fixture.service.follow(
            .interactions, from: interactions, into: [InboundAlerts(), FollowUpReminders()],
            after: [.identity])
        try fixture.service.follow(.hooks, from: hooks, into: [HookAlerts()] + security(.hooks))
        try fixture.service.start()
    }

    deinit {
        guard isFirst else { return }
        identity.close()
        interactions.close()
        hooks.close()
    }

    /// Waits until everything told so far is applied.
    func settle() throws {
        for producer in [ServiceName.identity, .interactions, .hooks] {
            let consumer = try #require(fixture.service.consumer(of: producer))
            try consumer.catchUp(by: .now + .seconds(60))
        }
    }

    /// What a person sees once everything told so far is applied.
    func list(
        _ person: ServiceFixture.Person, unread: Bool? = nil, limit: Int? = nil
    ) throws -> ListNotifications.Response {
        try settle()
        return try fixture.call(
            ListNotifications.self, .init(unread: unread, limit: limit), as: person)
    }

    /// How many notifications a person has, and how many are unread.
    func counts(_ person: ServiceFixture.Person) throws -> NotificationCounts {
        try settle()
        return try fixture.call(CountNotifications.self, EmptyRequest(), as: person)
    }

    /// The types of two notifications and when they were read: one from before a migration, and one
    /// of a type that is refused before it.
    func kept(
        _ type: NotificationType, before migration: String, then new: NotificationType
    ) throws -> [String] {
        let folder = try TemporaryFolder()
        let path = folder.path("notifications.sqlite")
        let (user, family) = (player.userID, family.id)
        @Sendable func insert(_ type: NotificationType, _ transaction: WriteTransaction) throws {
            try transaction.execute(
                AlertStatements.insert, user, -5, NotificationID.make(at: Household.start), family,
                type.rawValue, "Title", nil as String?, "normal", "session",
                SessionID(high: 5, low: 1), Instant(milliseconds: 5), Instant(milliseconds: 6))
        }
        let old = try OldDatabase.open(
            path, .notifications, NotificationsService.schema, before: migration)
        try old.write { try insert(type, $0) }
        #expect(throws: (any Error).self) { try old.write { try insert(new, $0) } }
        old.close()
        let database = try OldDatabase.open(path, .notifications, NotificationsService.schema)
        defer { database.close() }
        try database.write { try insert(new, $0) }
        return try database.read { transaction in
            try transaction.rows("SELECT type, read_at FROM notifications ORDER BY type") {
                "\(try $0.text(0)) \(try $0.int64(1))"
            }
        }
    }

    /// Everything that is stored, as texts that can be compared.
    func rows() throws -> [String] {
        try settle()
        return try fixture.service.database.read { transaction in
            try transaction.rows(
                """
                SELECT hex(user_id), hex(related_entity_id), withdrawn_at IS NULL, read_at
                FROM notifications ORDER BY 1, 2
                """
            ) { row in
                "\(try row.text(0)) \(try row.text(1)) \(try row.int64(2)) "
                    + "\(try row.int64OrNil(3).map(String.init) ?? "-")"
            }
        }
    }
}
