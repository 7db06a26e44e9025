import Foundation
import Glibc
import Support
import Testing

@testable import Storage

/// One family's long reads leave a reader to the others.
@Suite struct ReadQueueTests {
    private let start = ContinuousClock.now

    private func instant(_ milliseconds: Int) -> ContinuousClock.Instant {
        start + .milliseconds(milliseconds)
    }

    private func job(_ lane: Int?) -> ReadJob {
        ReadJob(lane: lane, deadline: nil, run: { _ in {} }, fail: { _ in })
    }

    /// The lane of the next read at this time. What may not run would wait for ever, so the queue
    /// holds a read without a lane behind everything else, which always may.
    private func next(_ queue: ReadQueue, at milliseconds: Int) -> Int? {
        let now = instant(milliseconds)
        return queue.take { now }?.lane
    }

    private func queue(readers: Int = 2, _ lanes: Int?...) -> ReadQueue {
        let queue = ReadQueue(capacity: 256, readers: readers)
        for lane in lanes { _ = queue.offer(job(lane)) }
        return queue
    }

    /// A queue whose lane 1 has had a read that took so long.
    private func queue(afterReadOf milliseconds: Int) -> ReadQueue {
        let queue = queue(1)
        #expect(next(queue, at: 0) == 1)
        queue.finished(lane: 1, began: instant(0), at: instant(milliseconds))
        return queue
    }

    private func offer(_ lanes: Int?..., to queue: ReadQueue) {
        for lane in lanes { _ = queue.offer(job(lane)) }
    }

    @Test func lanesTakeTurns() {
        let queue = queue(readers: 8, 1, 1, 1, 2, 3, 2)
        #expect((0..<6).map { _ in next(queue, at: 0) } == [1, 2, 3, 1, 2, 1])
        #expect(queue.count == 0)
    }

    @Test func aLaneOfShortReadsTakesAllReaders() {
        let queue = queue(1)
        #expect(next(queue, at: 0) == 1)
        offer(1, nil, to: queue)
        #expect(next(queue, at: 49) == 1)
        #expect(next(queue, at: 49) == nil)
    }

    @Test func aLaneWhoseReadTakesLongLeavesAReader() {
        let queue = queue(1)
        #expect(next(queue, at: 0) == 1)
        offer(1, nil, to: queue)
        #expect(next(queue, at: 50) == nil)
        #expect(queue.count == 1)
        // It goes on as soon as its own read is over.
        queue.finished(lane: 1, began: instant(0), at: instant(60))
        #expect(next(queue, at: 60) == 1)
    }

    @Test func aLaneIsRememberedForTwoSeconds() {
        let queue = queue(afterReadOf: 50)
        offer(1, to: queue)
        #expect(next(queue, at: 2_040) == 1)
        offer(1, nil, to: queue)
        // Its present read has only begun, and it is known for long ones all the same.
        #expect(next(queue, at: 2_049) == nil)
        #expect(next(queue, at: 2_050) == 1)
    }

    @Test func aShortReadIsNotHeldAgainstItsLane() {
        let queue = queue(afterReadOf: 49)
        offer(1, to: queue)
        #expect(next(queue, at: 49) == 1)
        offer(1, nil, to: queue)
        #expect(next(queue, at: 49) == 1)
    }

    @Test func aSingleReaderServesLongReadsToo() {
        let queue = queue(readers: 1, 1, 1)
        #expect(next(queue, at: 0) == 1)
        queue.finished(lane: 1, began: instant(0), at: instant(500))
        #expect(next(queue, at: 500) == 1)
    }

    @Test func itHoldsItsMostAndNotOneMore() {
        let queue = ReadQueue(capacity: 2, readers: 2)
        #expect(queue.offer(job(1)) == .taken)
        #expect(queue.offer(job(2)) == .taken)
        #expect(queue.offer(job(3)) == .full)
        queue.close()
        #expect(queue.offer(job(3)) == .closed)
        #expect(next(queue, at: 0) == 1)
        #expect(next(queue, at: 0) == 2)
        let now = instant(0)
        let rest = queue.take { now }
        #expect(rest == nil)
    }

    /// Its pages are still in the cache.
    @Test func theReaderThatWasIdleForTheShortestTimeIsWoken() {
        let queue = ReadQueue(capacity: 8, readers: 2)
        let taken = Collector<Int>()
        for reader in 1...2 {
            Thread {
                let now = instant(0)
                while queue.take({ now }) != nil { taken.add(reader) }
            }.start()
            while queue.idleCount < reader { sched_yield() }
        }
        _ = queue.offer(job(nil))
        #expect(taken.wait(for: 1) == [2])
        while queue.idleCount < 2 { sched_yield() }
        _ = queue.offer(job(nil))
        #expect(taken.wait(for: 1) == [2, 2])
        queue.close()
    }

    /// Real threads: while one family's read goes on and another waits, a second family is served.
    @Test func anotherFamilyIsServedMeanwhile() throws {
        let fixture = try DatabaseFixture { $0.readerCount = 2 }
        let (warm, busy) = (Gate(), Gate())
        let done = Collector<Int>()
        let database = fixture.database
        func read(_ lane: Int, _ number: Int, through gate: Gate? = nil) {
            database.read(lane: lane) { _ in
                if let gate { gate.pass() }
            } completion: { _ in
                done.add(number)
            }
        }
        // A read that took as long as a long one.
        read(1, 0, through: warm)
        warm.waitUntilEntered()
        let begun = ContinuousClock.now
        while ContinuousClock.now - begun < ReadQueue.longRead {}
        warm.open()
        _ = done.wait(for: 1)
        read(1, 1, through: busy)
        busy.waitUntilEntered()
        read(1, 2)
        read(2, 3)
        #expect(done.wait(for: 1) == [0, 3])
        busy.open()
        #expect(Set(done.wait(for: 2)) == [0, 1, 2, 3])
    }
}
