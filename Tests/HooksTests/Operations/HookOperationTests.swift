import Contracts
import DataServiceKit
import Storage
import Support
import Testing

@testable import Hooks

@Suite("Adding, listing and removing hooks (N-116)")
struct HookOperationTests {
    private let harness: HooksHarness

    init() throws { harness = try HooksHarness() }

    // N-116: a player sees their own, a parent all with the origin, a sibling and a stranger none.
    @Test func aHookIsItsPlayersAndParentsSeeWhereItLeads() throws {
        let added = try harness.add("https://Example.org:8443/path?key=1", records: ["coach"])
        #expect(added.secret.hasPrefix("whsec_"))
        #expect(added.hook.address == "https://Example.org:8443/path")
        #expect(added.hook.records == [.coach] && added.hook.userName == "Somebody")
        #expect(try harness.hooks() == [added.hook])
        let ofParent = try harness.hooks(harness.parent)
        #expect(ofParent.map(\.address) == ["https://example.org:8443"])
        #expect(try harness.hooks(harness.sibling).isEmpty)
        let theirs = try harness.add(as: harness.stranger, in: harness.otherFamily).hook
        #expect(try harness.hooks() == [added.hook])
        #expect(try harness.hooks(harness.parent).count == 1)
        #expect(
            harness.fixture.refusal(
                of: ListHooks.self, EmptyRequest(), as: harness.stranger, in: harness.family)?.code
                == .notFound)
        #expect(
            harness.fixture.refusal(
                of: RemoveHook.self, .init(id: theirs.id), as: harness.player, in: harness.family)?
                .code == .notFound)
    }

    // N-116: another player's hook does not exist, and parents change nothing.
    @Test func onlyItsPlayerChangesAHook() throws {
        let hook = try harness.add().hook.id
        func refusal<Op: Contracts.Operation>(
            _ operation: Op.Type, _ request: Op.Request, _ person: ServiceFixture.Person
        ) -> ErrorCode? {
            harness.fixture.refusal(
                of: operation, request, as: person, in: harness.family)?.code
        }
        for (person, code) in [
            (harness.sibling, ErrorCode.notFound), (harness.parent, .forbidden),
            (harness.stranger, .notFound),
        ] {
            #expect(refusal(TestHook.self, .init(id: hook), person) == code)
            #expect(refusal(ReplayHook.self, .init(id: hook, after: nil), person) == code)
            #expect(refusal(RemoveHook.self, .init(id: hook), person) == code)
            #expect(refusal(ListHookDeliveries.self, .init(id: hook, state: nil), person) == code)
        }
        #expect(
            harness.fixture.refusal(
                of: AddHook.self, .init(address: "https://a.b", records: nil),
                as: harness.parent, in: harness.family)?.code == .forbidden)
        #expect(try harness.hooks().count == 1)
    }

    // N-116: the limit and one more, whoever adds them.
    @Test func aFamilyHasTenHooks() throws {
        for number in 1...HookLimit.perFamily {
            try harness.add(
                "https://example.org/\(number)",
                as: number.isMultiple(of: 2) ? harness.player : harness.sibling)
        }
        let refusal = harness.fixture.refusal(
            of: AddHook.self, .init(address: "https://a.b", records: nil), as: harness.player,
            in: harness.family)
        #expect(refusal?.code == .conflict)
        #expect(refusal?.message == "Your family has 10 change hooks; remove one of them first")
        // Another family's hooks do not count.
        try harness.add(as: harness.stranger, in: harness.otherFamily)
        _ = try harness.fixture.call(
            RemoveHook.self, .init(id: try harness.hooks()[0].id), as: harness.player,
            in: harness.family)
        try harness.add()
    }

    // N-116: the same changes to the same address would arrive twice.
    @Test func aPlayerAddsAHookOnce() throws {
        func refusal(
            _ address: String, _ records: [String]? = nil
        ) -> ServiceError? {
            harness.fixture.refusal(
                of: AddHook.self, .init(address: address, records: records), as: harness.player,
                in: harness.family)
        }
        let first = try harness.add("https://example.org", records: ["coach", "post"]).hook
        let twice = refusal("HTTPS://Example.org/", ["post", "coach", "post"])
        #expect(twice?.code == .conflict && twice?.message == AddHook.Refusal.same(first))
        #expect(twice?.message.contains(first.id.text) == true)
        #expect(twice?.message.contains("It is off") == false)
        // Other records, another path, query or port, another player or family: another hook.
        for (address, records) in [
            ("https://example.org/", ["coach"]), ("https://example.org/", nil),
            ("https://example.org/A", ["coach", "post"]),
            ("https://example.org/a", ["coach", "post"]),
            ("https://example.org/?a", ["coach", "post"]),
            ("https://example.org:8443/", ["coach", "post"]),
        ] as [(String, [String]?)] {
            try harness.add(address, records: records)
        }
        #expect(
            refusal("https://example.org", HookRecord.allCases.map(\.rawValue))?.code == .conflict)
        try harness.add("https://example.org/", records: ["coach", "post"], as: harness.sibling)
        try harness.add(
            "https://example.org/", records: ["coach", "post"], as: harness.stranger,
            in: harness.otherFamily)
        // Once it is removed, it can be added again.
        _ = try harness.fixture.call(
            RemoveHook.self, .init(id: first.id), as: harness.player, in: harness.family)
        try harness.add("https://example.org/", records: ["coach", "post"])
    }

    // N-116: a repeat, whose first answer may be lost, is told from a second request by its key.
    @Test func aRepeatHasTheSameHookAndAnotherSecret() throws {
        let address = "https://example.org/changes"
        let key = IdempotencyKey(high: 1, low: 1)
        func refusal(_ address: String, _ key: IdempotencyKey?) -> ServiceError? {
            harness.fixture.refusal(
                of: AddHook.self, .init(address: address, records: nil), as: harness.player,
                in: harness.family, key: key)
        }
        let first = try harness.add(address, key: key)
        let second = try harness.add(address, key: key)
        #expect(second.hook == first.hook && second.secret != first.secret)
        #expect(try harness.hooks() == [first.hook])
        #expect(try harness.fixture.changes().map(\.type) == [HooksFeed.added])
        try harness.tellCoach()
        try harness.send(first.hook.id)
        let message = try #require(harness.receiver.messages.first)
        #expect(HookSignature.text(of: message.secret) == second.secret)
        // Another key, or none, is a second request; the same one for another address is none.
        for other in [IdempotencyKey(high: 1, low: 2), nil] {
            #expect(refusal(address, other)?.code == .conflict)
        }
        #expect(refusal("https://example.org/others", key)?.code == .keyReused)
        // A key is its player's, in one family.
        let sibling = try harness.add(address, as: harness.sibling, key: key).hook
        let stranger = try harness.add(
            address, as: harness.stranger, in: harness.otherFamily, key: key
        ).hook
        #expect(Set([first.hook.id, sibling.id, stranger.id]).count == 3)
    }

    // N-116
    @Test func theRefusalOfAHookThatIsOffSaysHowItGoesOn() throws {
        var hook = try harness.add().hook
        hook.switchedOffAt = .earliest
        #expect(
            AddHook.Refusal.same(hook).contains("It is off; replaying it switches it on. Remove"))
    }

    // N-117: without the operator's setting only https.
    @Test func withoutTLSAnAddressIsRefused() throws {
        let refusal = harness.fixture.refusal(
            of: AddHook.self, .init(address: "http://127.0.0.1/", records: nil),
            as: harness.player, in: harness.family)
        #expect(
            refusal?.errors == ["address": "Please enter an address that begins with https://"])
        try HooksHarness(allowsPrivate: true).add("http://127.0.0.1/")
    }

    // N-116
    @Test func aDryRunMakesNoSecret() throws {
        #expect(throws: (any Error).self) {
            try harness.fixture.answer(
                AddHook.self, .init(address: "https://a.b", records: nil), as: harness.player,
                in: harness.family, isDryRun: true)
        }
        #expect(try harness.hooks().isEmpty)
    }

    // N-116: the feed has the origin only, and no secret.
    @Test func theFeedNamesNoSecret() throws {
        let added = try harness.add("https://example.org/path?key=1")
        _ = try harness.fixture.call(
            RemoveHook.self, .init(id: added.hook.id), as: harness.player, in: harness.family)
        let changes = try harness.fixture.changes()
        #expect(changes.map(\.type) == [HooksFeed.added, HooksFeed.removed])
        for change in changes {
            #expect(change.payload.contains("https:") && !change.payload.contains("key"))
            #expect(!change.payload.contains("path"))
            #expect(!change.payload.contains(added.secret.dropFirst(6)))
        }
        #expect(try harness.hooks().isEmpty)
    }

    // N-116: what a member had is gone when they leave, and what came later stays.
    @Test func aPlayerWhoLeavesHasNoHooks() throws {
        let hook = try harness.add().hook.id
        try harness.add(as: harness.sibling)
        try harness.tellCoach()
        try harness.settle()
        harness.clock.advance(.seconds(1))
        try harness.leave(harness.player)
        try harness.settle()
        #expect(try harness.hooks(harness.parent).map(\.userID) == [harness.sibling.userID])
        let left = try harness.fixture.service.database.read {
            try $0.count("SELECT count(*) FROM hook_deliveries WHERE hook_id = ?1", hook)
        }
        #expect(left == 0)
        harness.clock.advance(.seconds(1))
        try harness.join(harness.player, .player)
        try harness.add()
        harness.identity.beginAnew()
        try harness.settle()
        #expect(try harness.hooks().count == 1)
    }

    // N-116: a passport may be older than the leaving. What is added before anybody has read of the
    // leaving delivers nothing, and afterwards nothing is added.
    @Test func aHookThatIsAddedAfterTheLeavingDeliversNothing() throws {
        let siblings = try harness.add(as: harness.sibling).hook.id
        harness.identity.setAway(true)
        try harness.leave(harness.player)
        harness.clock.advance(.seconds(1))
        let late = try harness.add().hook.id
        harness.identity.setAway(false)
        try harness.settle()
        try harness.tellCoach()
        for hook in [late, siblings] { try harness.send(hook) }
        #expect(harness.receiver.messages.map(\.queued.hook) == [siblings])
        #expect(try harness.deliveries(late).isEmpty)
        let refusal = harness.fixture.refusal(
            of: AddHook.self, .init(address: "https://a.b", records: nil), as: harness.player,
            in: harness.family)
        #expect(refusal?.code == .notFound)
    }

    // N-116: whoever has just joined adds a hook once identity's feed tells of it, and misses
    // nothing from then on.
    @Test func aNewPlayerAddsAHookAtOnce() throws {
        let late = ServiceFixture.Person([harness.family: .player])
        harness.identity.setAway(true)
        try harness.join(late, .player)
        let refusal = harness.fixture.refusal(
            of: AddHook.self, .init(address: "https://a.b", records: nil), as: late,
            in: harness.family)
        #expect(refusal?.code == .unavailable)
        harness.identity.setAway(false)
        let hook = try harness.add(as: late).hook.id
        try harness.tellCoach()
        try harness.send(hook)
        #expect(harness.receiver.messages.map(\.queued.hook) == [hook])
    }

    // N-116
    @Test func whoBecomesAParentHasNoHooks() throws {
        try harness.add()
        try harness.join(harness.player, .parent)
        try harness.settle()
        #expect(try harness.hooks(harness.parent).isEmpty)
    }
}
