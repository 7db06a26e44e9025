import Contracts
import Foundation
import ServiceKit
import Support
import Synchronization
import Testing

@testable import DataServiceKit

@Suite struct WaitingCallsTests {
    private static let family = WaitingCalls.Topic.family(FamilyID(high: 1, low: 1))
    private static let other = WaitingCalls.Topic.family(FamilyID(high: 1, low: 2))
    private static let user = WaitingCalls.Topic.user(UserID(high: 2, low: 1))
    private static let end = ContinuousClock.now + .seconds(60)

    private let calls = WaitingCalls()

    /// The looks of one call, which the test ends by hand.
    private final class Looks: Sendable {
        private let looks = Mutex<[(isLast: Bool, done: @Sendable (Bool) -> Void)]>([])

        /// Whether each look was the last one.
        var areLast: [Bool] { looks.withLock { $0.map(\.isLast) } }

        func look(_ isLast: Bool, _ done: @escaping @Sendable (Bool) -> Void) {
            looks.withLock { $0.append((isLast, done)) }
        }

        /// Ends the newest look.
        func end(answering: Bool) {
            let newest = looks.withLock { $0.last }
            newest?.done(answering)
        }
    }

    private func wait(for topics: [WaitingCalls.Topic] = [family, user]) -> Looks {
        let looks = Looks()
        calls.wait(for: topics, until: Self.end) { looks.look($0, $1) }
        return looks
    }

    @Test func aCallLooksAtOnceAndAfterEachChangeOfItsTopics() {
        let looks = wait()
        #expect(looks.areLast == [false])
        looks.end(answering: false)
        calls.wake(Self.other)
        #expect(looks.areLast == [false])
        calls.wake(Self.family)
        #expect(looks.areLast == [false, false])
        looks.end(answering: false)
        calls.wake(Self.user)
        #expect(looks.areLast == [false, false, false])
        looks.end(answering: true)
        #expect(calls.count == 0)
        calls.wake(Self.family)
        #expect(looks.areLast.count == 3)
    }

    @Test func aChangeDuringALookIsNotMissed() {
        let looks = wait()
        calls.wake(Self.family)
        calls.wake(Self.user)
        #expect(looks.areLast == [false])
        looks.end(answering: false)
        #expect(looks.areLast == [false, false])
        looks.end(answering: false)
        #expect(looks.areLast == [false, false])
        #expect(calls.count == 1)
    }

    @Test func theLastLookIsWhenTheWaitIsOver() {
        let looks = wait()
        looks.end(answering: false)
        #expect(calls.expire(now: Self.end - .seconds(1)) == Self.end)
        #expect(looks.areLast == [false])
        #expect(calls.expire(now: Self.end) == nil)
        #expect(looks.areLast == [false, true])
        #expect(calls.count == 0)
        calls.wake(Self.family)
        #expect(looks.areLast == [false, true])
    }

    @Test func aTopicEndsItsWaitsAndNoOthers() {
        let looks = (wait(), wait(for: [Self.other]))
        looks.0.end(answering: false)
        looks.1.end(answering: false)
        calls.end(Self.user)
        #expect(looks.0.areLast == [false, true])
        #expect(looks.1.areLast == [false])
        #expect(calls.count == 1)
    }

    @Test(arguments: [false, true])
    func aWaitThatEndsDuringALookEndsAfterIt(isClosed: Bool) {
        let looks = wait()
        if isClosed {
            calls.close()
        } else {
            #expect(calls.expire(now: Self.end) == nil)
        }
        #expect(looks.areLast == [false])
        looks.end(answering: false)
        #expect(looks.areLast == [false, true])
        #expect(calls.count == 0)
    }

    @Test func aClosedServiceLooksOnce() {
        let waiting = wait()
        waiting.end(answering: false)
        calls.close()
        #expect(waiting.areLast == [false, true])
        #expect(wait().areLast == [true])
    }

    @Test func oneCallPastTheLimitLooksOnce() {
        for _ in 1...WaitingCalls.countMax { #expect(wait().areLast == [false]) }
        #expect(calls.count == WaitingCalls.countMax)
        #expect(wait().areLast == [true])
        #expect(calls.count == WaitingCalls.countMax)
    }
}

/// `changes.watch` of a running service.
@Suite struct WatchChangesTests {
    private let folder: TemporaryFolder
    private let service: ThingService

    init() throws { (folder, service) = try ThingService.started() }

    private func newest(known: ChangeID? = nil, wait: Int = 0) throws -> ChangeID? {
        try service.caller.call(
            WatchChanges.self, .init(newest: known, waitMilliseconds: wait), at: service.name,
            options: try service.options()
        ).newest
    }

    /// Sends a call that finds no news.
    private func watch(known: ChangeID?, _ outcomes: Outcomes) throws {
        let before = service.data.feed.waitingCalls.count
        try service.caller.send(
            WatchChanges.self,
            .init(newest: known, waitMilliseconds: WatchLimit.millisecondsMax), at: service.name,
            options: try service.options()
        ) { outcomes.add($0) }
        #expect(service.data.feed.waitingCalls.count == before + 1)
    }

    private func newest(in outcome: Outcome?) throws -> ChangeID? {
        try JSONCoding.decodeResponse(
            WatchChanges.Response.self, from: try #require(outcome?.json)
        ).newest
    }

    @Test func newsIsToldAtOnce() throws {
        #expect(try newest() == nil)
        try service.add("a")
        let first = try #require(try newest(wait: WatchLimit.millisecondsMax))
        #expect(try newest(known: first) == first)
        try service.add("b")
        let second = try newest(known: first, wait: WatchLimit.millisecondsMax)
        #expect(second != nil && second != first)
    }

    @Test func aCommitEndsTheWaitsOfItsFamilyWhichHoldNoThread() throws {
        let outcomes = Outcomes()
        for _ in 1...5 { try watch(known: nil, outcomes) }
        // The one reader thread is free.
        #expect(try service.bodies.isEmpty)
        #expect(outcomes.count == 0)
        #expect(refusal { try service.add("refuse") } == .conflict)
        try service.add("a")
        for outcome in outcomes.wait(for: 5) { #expect(try newest(in: outcome) != nil) }
        #expect(service.data.feed.parkedCount == 0)
    }

    @Test func aDrainEndsTheWaits() throws {
        let outcomes = Outcomes()
        try watch(known: nil, outcomes)
        service.data.releaseParkedPolls()
        #expect(try newest(in: outcomes.wait(for: 1).first) == nil)
    }

    @Test func aWaitEndsInTimeWithoutNews() throws {
        #expect(try newest(wait: 30) == nil)
        #expect(service.data.feed.waitingCalls.count == 0)
    }
}
