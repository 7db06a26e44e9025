import Contracts
import Synchronization
import Testing

@testable import DataServiceKit

@Suite struct FeedFollowersTests {
    private let followers = FeedFollowers()
    private let ended = Ended()

    /// The results of the waits, in the order of their ends.
    private final class Ended: Sendable {
        private let results = Mutex<[Bool]>([])
        var all: [Bool] { results.withLock { $0 } }
        func add(_ result: Bool) { results.withLock { $0.append(result) } }
    }

    private func wait(_ services: Set<ServiceName>, _ sequence: Int64) -> Int? {
        followers.wait(for: services, toApply: sequence) { [ended] in ended.add($0) }
    }

    @Test func aWaitEndsWhenEveryServiceHasAppliedTheChange() {
        followers.applied(7, by: .events)
        #expect(wait([.events], 7) == nil)
        #expect(ended.all == [true])
        #expect(wait([.events, .interactions], 8) != nil)
        followers.applied(8, by: .interactions)
        followers.applied(7, by: .events)
        #expect(ended.all == [true])
        followers.applied(9, by: .events)
        #expect(ended.all == [true, true])
    }

    @Test func aWaitThatIsGivenUpEndsOnce() throws {
        let number = try #require(wait([.events], 1))
        followers.giveUp(number)
        followers.giveUp(number)
        followers.applied(1, by: .events)
        #expect(ended.all == [false])
    }

    @Test func aServiceThatNeverAskedIsForgottenAfterTheGrace() {
        followers.applied(0, by: .events)
        #expect(wait([.interactions], 1) != nil)
        #expect(wait([.events, .interactions], 1) != nil)
        followers.forgetAbsent()
        #expect(ended.all == [true])
        followers.applied(1, by: .events)
        #expect(ended.all == [true, true])
    }

    @Test func aFollowerThatStartsOverIsWaitedFor() {
        followers.applied(9, by: .events)
        followers.applied(0, by: .events)
        #expect(wait([.events], 9) != nil)
    }

    @Test func nobodyWaitsAfterTheEnd() {
        #expect(wait([.events], 1) != nil)
        followers.close()
        #expect(ended.all == [false])
        #expect(wait([.events], 1) == nil)
        #expect(ended.all == [false, false])
    }
}
