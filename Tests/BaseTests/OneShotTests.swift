import Testing

@testable import Base

@Suite struct OneShotTests {
    @Test func theFirstValueStays() {
        let shot = OneShot<Int>()
        #expect(!shot.isSet)
        shot.set(1)
        shot.set(2)
        #expect(shot.isSet && shot.wait() == 1 && shot.wait() == 1)
    }

    @Test func anOptionalValueMayBeNil() {
        let shot = OneShot<Int?>()
        shot.set(nil)
        shot.set(3)
        #expect(shot.isSet && shot.wait() == nil)
    }

    @Test func aWaitEndsAtItsDeadline() {
        let shot = OneShot<Int>()
        #expect(shot.wait(until: .now) == nil)
        #expect(shot.wait(until: .now - .seconds(5)) == nil)
        shot.set(4)
        #expect(shot.wait(until: .now - .seconds(5)) == 4)
    }

    @Test func everyWaitingThreadGetsIt() throws {
        let shot = OneShot<Int>()
        let results = (0..<4).map { _ in OneShot<Int>() }
        let threads = try results.map { result in
            try WorkerThread(named: "waiting") { result.set(shot.wait()) }
        }
        shot.set(5)
        for thread in threads { thread.join() }
        #expect(results.allSatisfy { $0.wait() == 5 })
    }
}
