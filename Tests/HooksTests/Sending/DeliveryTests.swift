import Contracts
import DataServiceKit
import Storage
import Support
import Testing

@testable import Hooks

@Suite("Delivering, giving up and replaying (N-118, N-119)")
struct DeliveryTests {
    private let harness: HooksHarness

    init() throws { harness = try HooksHarness() }

    // N-117: what helps depends on the setting.
    @Test func aForbiddenNetworkIsNamedWithItsRemedy() {
        #expect(HookNetworks(allowsPrivate: false).forbidden.hasSuffix("(hooks.private)"))
        #expect(HookNetworks(allowsPrivate: true).forbidden.hasSuffix("use https://"))
    }

    private func numbers(_ messages: [OutgoingDelivery]) -> [Int64] {
        messages.map(\.queued.number)
    }

    // N-114, N-115: every player gets what they may see, and no more than they chose.
    @Test func aChangeGoesToThoseWhoMaySeeItAndWantIt() throws {
        let mine = try harness.add().hook.id
        let coaches = try harness.add(records: ["coach"]).hook.id
        let siblings = try harness.add(as: harness.sibling).hook.id
        let strangers = try harness.add(as: harness.stranger, in: harness.otherFamily).hook.id
        try harness.tellCoach()
        try harness.tell(
            .interactions, InteractionsFeed.created,
            ["logged_by": harness.player.userID.text], of: "interaction", by: harness.player)
        try harness.tell(.interactions, InteractionsFeed.followUpNudged, ["a": "b"], of: "nudge")
        for hook in [mine, coaches, siblings, strangers] { try harness.send(hook) }
        let types = Dictionary(grouping: harness.receiver.messages, by: \.queued.hook)
            .mapValues { Set($0.map(\.queued.position.service)) }
        #expect(
            types == [
                mine: [.coaches, .interactions], coaches: [.coaches], siblings: [.coaches],
            ])
    }

    // N-114: what happened before a hook existed is not sent, nor what a feed tells again.
    @Test func aFeedThatIsReadAgainDeliversNothingTwice() throws {
        try harness.tellCoach("before")
        harness.clock.advance(.seconds(1))
        let hook = try harness.add().hook.id
        for name in ["one", "two"] { try harness.tellCoach(name) }
        #expect(try harness.deliveries(hook).map(\.number) == [1, 2])
        let ids = try harness.deliveries(hook).map(\.id)
        try #require(harness.sources[.coaches]).beginAnew()
        try harness.tellCoach("three")
        let deliveries = try harness.deliveries(hook)
        #expect(deliveries.map(\.number) == [1, 2, 3])
        #expect(deliveries.prefix(2).map(\.id) == ids)
        #expect(deliveries.allSatisfy { $0.recordType == "coach" })
        try harness.send(hook)
        #expect(numbers(harness.receiver.messages) == [1, 2, 3])
        #expect(try harness.deliveries(hook).allSatisfy { $0.state == .delivered })
    }

    // N-114, N-116: a hook from a day with a clock that is ahead neither misses what happens after
    // the clock is right again nor outlives its player's membership.
    @Test func aHookAddedByAClockThatIsAheadBeginsWhenItIsRight() throws {
        harness.clock.jump(.seconds(86_400))
        let hook = try harness.add().hook.id
        let siblings = try harness.add(as: harness.sibling).hook.id
        harness.clock.jump(.seconds(-86_400))
        try harness.tellCoach("one")
        #expect(try harness.deliveries(hook).map(\.number) == [1])
        #expect(try #require(try harness.hooks().first).createdAt <= harness.clock.now)
        harness.clock.advance(.seconds(1))
        try harness.leave(harness.player)
        try harness.settle()
        #expect(try harness.hooks(harness.sibling).map(\.id) == [siblings])
    }

    // N-114: a hook is a little newer than a change that was on its way when it was added.
    @Test(arguments: [(60, []), (61, [1])])
    func onlyAHookThatIsFarAheadBeginsAnew(seconds: Int, numbers: [Int64]) throws {
        #expect(HookQueue.arrivalMax == .seconds(60))
        harness.clock.jump(.seconds(seconds))
        let hook = try harness.add().hook.id
        harness.clock.jump(.seconds(-seconds))
        try harness.tellCoach("on its way")
        #expect(try harness.deliveries(hook).map(\.number) == numbers)
    }

    // N-118: the first that fails holds up those behind it, under the same id.
    @Test func aFailureKeepsTheOrder() throws {
        let hook = try harness.add().hook.id
        for name in ["one", "two"] { try harness.tellCoach(name) }
        harness.receiver.answer("It answered 500")
        for _ in 1...3 { try harness.send(hook) }
        let messages = harness.receiver.messages
        #expect(numbers(messages) == [1, 1, 1] && messages.map(\.attempts) == [0, 1, 2])
        #expect(
            Set(messages.map(\.queued.id)).count == 1 && Set(messages.map(\.queued.body)).count == 1
        )
        let shown = try #require(try harness.hooks().first)
        #expect(shown.waiting == 2 && shown.problem == "It answered 500")
        harness.receiver.answer(nil)
        try harness.send(hook)
        #expect(numbers(harness.receiver.messages.suffix(2)) == [1, 2])
        #expect(try harness.hooks().first?.problem == nil)
        #expect(try harness.hooks().first?.deliveredAt == harness.clock.now)
    }

    // N-118, N-119: given up at the last attempt, so that the next one has its turn; replayed.
    @Test func aDeliveryThatFailedIsReplayed() throws {
        let hook = try harness.add().hook.id
        for name in ["one", "two"] { try harness.tellCoach(name) }
        harness.receiver.answer("No connection")
        for _ in 1..<HookLimit.attemptsMax { try harness.send(hook) }
        #expect(try harness.deliveries(hook, .failed).isEmpty)
        try harness.send(hook)
        #expect(try harness.deliveries(hook, .failed).map(\.number) == [1])
        harness.receiver.answer(nil)
        try harness.send(hook)
        #expect(try harness.deliveries(hook, .delivered).map(\.number) == [2])
        let id = try #require(try harness.deliveries(hook, .failed).first).id
        let answer = try harness.fixture.call(
            ReplayHook.self, .init(id: hook, after: nil), as: harness.player, in: harness.family)
        #expect(answer.queued == 1 && answer.hook.waiting == 1 && answer.hook.failed == 0)
        try harness.send(hook)
        #expect(harness.receiver.messages.last?.queued.id == id)
        #expect(try harness.hooks().first?.waiting == 0)
    }

    // N-119: from a number on, in order, before what is new.
    @Test func everythingAfterANumberIsReplayed() throws {
        let hook = try harness.add().hook.id
        for number in 1...4 { try harness.tellCoach("\(number)") }
        try harness.send(hook)
        try harness.tellCoach("5")
        let answer = try harness.fixture.call(
            ReplayHook.self, .init(id: hook, after: 2), as: harness.player, in: harness.family)
        #expect(answer.queued == 2)
        try harness.send(hook)
        #expect(numbers(harness.receiver.messages) == [1, 2, 3, 4, 3, 4, 5])
    }

    // N-118: for three days nothing was delivered; what happens meanwhile is kept and replayed.
    @Test func aHookThatFailsForDaysIsSwitchedOff() throws {
        let hook = try harness.add("https://example.org/path?key=1").hook.id
        try harness.tellCoach()
        harness.receiver.answer("No answer in time")
        try harness.send(hook)
        harness.clock.advance(.seconds(HookLimit.failingDays * 86_400 - 1))
        try harness.doHousekeeping()
        try harness.send(hook)
        #expect(try harness.hooks().first?.switchedOffAt == nil)
        harness.clock.advance(.seconds(1))
        try harness.doHousekeeping()
        try harness.send(hook)
        #expect(try harness.hooks().first?.switchedOffAt == harness.clock.now)
        let told = try #require(try harness.fixture.changes().last)
        #expect(told.type == HooksFeed.switchedOff && !told.payload.contains("key"))
        let count = harness.receiver.messages.count
        try harness.tellCoach("meanwhile")
        harness.receiver.answer(nil)
        try harness.send(hook)
        #expect(harness.receiver.messages.count == count)
        let refusal = harness.fixture.refusal(
            of: TestHook.self, .init(id: hook), as: harness.player, in: harness.family)
        #expect(refusal?.code == .conflict)
        let answer = try harness.fixture.call(
            ReplayHook.self, .init(id: hook, after: nil), as: harness.player, in: harness.family)
        #expect(answer.hook.switchedOffAt == nil)
        try harness.send(hook)
        #expect(numbers(harness.receiver.messages.suffix(2)) == [1, 2])
    }

    // N-114: by itself, and after all that waits.
    @Test func aTestIsSentAfterWhatWaits() throws {
        let harness = try HooksHarness(sends: true)
        let hook = try harness.add().hook.id
        try harness.tellCoach()
        try harness.settle()
        let test = try harness.fixture.call(
            TestHook.self, .init(id: hook), as: harness.player, in: harness.family
        ).delivery
        #expect(test.number == 2 && test.type == HookMessage.testType)
        #expect(harness.receiver.waits(for: 2))
        #expect(numbers(harness.receiver.messages) == [1, 2])
        harness.sender.stop(by: .now + .seconds(60))
        #expect(try harness.deliveries(hook).allSatisfy { $0.state == .delivered })
    }

    // N-119: thirty days, and the newest so many.
    @Test func oldDeliveriesAreForgotten() throws {
        let hook = try harness.add().hook.id
        try harness.tellCoach()
        try harness.send(hook)
        harness.clock.advance(.seconds(HookLimit.keptDays * 86_400))
        try harness.doHousekeeping()
        #expect(try harness.deliveries(hook).count == 1)
        harness.clock.advance(.seconds(1))
        try harness.doHousekeeping()
        #expect(try harness.deliveries(hook).isEmpty)
    }

    // N-119: the limit and one more.
    @Test func aHookKeepsTheNewestDeliveries() throws {
        let hook = try harness.add().hook.id
        try harness.fixture.service.database.write { transaction in
            let queue = HookQueue(transaction)
            for number in 1...(HookLimit.keptMax + 1) {
                try queue.append(
                    QueuedDelivery(
                        hook: hook, number: number,
                        id: HookDeliveryID(high: 1, low: UInt64(number)),
                        position: FeedPosition(service: .coaches, sequence: number), body: "{}"),
                    of: "coach.changed", at: HooksHarness.start,
                    housekeepingTime: HooksHarness.start)
            }
        }
        #expect(try harness.hooks().first?.waiting == Int(HookLimit.keptMax))
        try harness.send(hook)
        #expect(harness.receiver.messages.first?.queued.number == 2)
    }
}
