import Contracts
import Foundation
import ServiceKit
import Storage
import Support
import Testing

@testable import DataServiceKit
@testable import Hooks

/// The service over a database of its own, with feeds that a test supplies and a receiver in
/// memory.
final class HooksHarness: FamilyFixture {
    /// A receiver that answers as it is told.
    final class Receiver: @unchecked Sendable {
        // @unchecked: every access to the variables happens with `condition` locked.
        private let condition = NSCondition()
        private var taken: [OutgoingDelivery] = []
        private var problem: String?

        /// Every message that arrived, whatever was answered.
        var messages: [OutgoingDelivery] { locked { taken } }

        /// From now on answers with this problem; nil for none.
        func answer(_ problem: String?) { locked { self.problem = problem } }

        func take(_ delivery: OutgoingDelivery) -> String? {
            locked {
                taken.append(delivery)
                return problem
            }
        }

        /// Waits until so many messages have arrived; returns whether they have within a minute.
        func waits(for count: Int) -> Bool {
            condition.lock()
            defer { condition.unlock() }
            let end = Date(timeIntervalSinceNow: 60)
            while taken.count < count, condition.wait(until: end) {}
            return taken.count >= count
        }

        private func locked<Value>(_ body: () -> Value) -> Value { condition.changing(body) }
    }

    static let start = Instant(milliseconds: 1_770_724_800_000)  // 2026-02-10T12:00:00Z

    let clock = MovedClock(HooksHarness.start)
    let identity = ListedSource()
    let sources: [ServiceName: ListedSource]
    let receiver = Receiver()
    let sender: HookSender

    /// `sends` is whether deliveries are sent by themselves; otherwise they wait for `send`.
    init(sends: Bool = false, allowsPrivate: Bool = false) throws {
        sources = Dictionary(
            uniqueKeysWithValues: HooksService.producers.map { ($0, ListedSource()) })
        let fixture = try ServiceFixture(
            .hooks, schema: HooksService.schema, clock: clock.clock)
        let receiver = receiver
        sender = HookSender(
            fixture.service, clock: clock.clock,
            logger: Logger(service: "hooks", clock: clock.clock, write: { _ in })
        ) { delivery, _, _ in receiver.take(delivery) }
        super.init(fixture)
        HooksService.serve(
            on: fixture.service, HookNetworks(allowsPrivate: allowsPrivate), sender)
        try fixture.service.follow(
            .identity, from: identity,
            into: [IdentityReplica(revocations: fixture.revocations), HookOwners()])
        for (producer, source) in sources {
            let sender = sender
            try fixture.service.follow(
                producer, from: source,
                into: [HookChanges(producer: producer) { sender.wake($0) }], after: [.identity])
        }
        for person in [player, sibling] { try join(person, .player) }
        try join(parent, .parent)
        try join(stranger, .player, in: otherFamily)
        try fixture.service.start()
        try settle()
        if sends { try sender.start() }
    }

    deinit {
        sender.stop(by: .now + .seconds(5))
        identity.close()
        for source in sources.values { source.close() }
    }

    // MARK: Feeds

    func join(
        _ person: ServiceFixture.Person, _ role: Role, in family: FamilyID? = nil
    ) throws {
        try identity.append(
            IdentityFeed.memberChanged, member(person, role, in: family ?? self.family),
            at: clock.now)
    }

    func leave(_ person: ServiceFixture.Person) throws {
        try identity.append(
            IdentityFeed.memberRemoved, member(person, .player, in: family), at: clock.now)
    }

    private func member(
        _ person: ServiceFixture.Person, _ role: Role, in family: FamilyID
    ) -> IdentityFeed.MemberPayload {
        IdentityFeed.MemberPayload(
            familyUnitID: family, userID: person.userID, fullName: "Somebody", role: role,
            inboundAlerts: false)
    }

    /// A service tells of a change.
    func tell(
        _ producer: ServiceName, _ type: String, _ payload: some Encodable, of aggregate: String,
        by actor: ServiceFixture.Person? = nil, in family: FamilyID? = nil
    ) throws {
        try #require(sources[producer]).append(
            type, payload, of: aggregate, by: actor?.userID, in: family ?? self.family,
            at: clock.now)
    }

    /// A coach is changed.
    func tellCoach(_ name: String = "Pat", in family: FamilyID? = nil) throws {
        try tell(.coaches, CoachesFeed.coachChanged, ["name": name], of: "coach", in: family)
    }

    /// Waits until everything told so far is applied.
    func settle() throws {
        for producer in [.identity] + HooksService.producers {
            let consumer = try #require(fixture.service.consumer(of: producer))
            try consumer.catchUp(by: .now + .seconds(60))
        }
    }

    /// Does the housekeeping and waits for it.
    func doHousekeeping() throws {
        fixture.service.doHousekeeping()
        // Behind the tasks in the writer's queue.
        try fixture.service.database.write { _ in }
    }

    /// Sends what waits for a hook, until it fails.
    func send(_ hook: HookID) throws {
        try settle()
        sender.work(on: hook)
    }

    // MARK: Calls

    /// Adds a hook.
    @discardableResult
    func add(
        _ address: String = "https://example.org/changes", records: [String]? = nil,
        as person: ServiceFixture.Person? = nil, in family: FamilyID? = nil,
        key: IdempotencyKey? = nil
    ) throws -> AddHook.Response {
        try fixture.call(
            AddHook.self, .init(address: address, records: records), as: person ?? player,
            in: family ?? self.family, key: key)
    }

    func hooks(_ person: ServiceFixture.Person? = nil) throws -> [Hook] {
        try fixture.call(
            ListHooks.self, EmptyRequest(), as: person ?? player, in: family
        ).hooks
    }

    /// The deliveries of a hook, oldest first.
    func deliveries(
        _ hook: HookID, _ state: HookDeliveryState? = nil,
        as person: ServiceFixture.Person? = nil
    ) throws -> [HookDelivery] {
        try settle()
        return try fixture.call(
            ListHookDeliveries.self, .init(id: hook, state: state?.rawValue),
            as: person ?? player, in: family
        ).deliveries.reversed()
    }
}
