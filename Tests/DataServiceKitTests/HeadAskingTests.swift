import Dispatch
import Synchronization
import Testing

@testable import DataServiceKit

/// Who waits for a producer is served by one question at a time.
@Suite struct HeadAskingTests {
    private struct Away: Error {}

    private final class Count: Sendable {
        let value = Mutex(0)
    }

    private let pool = JobPool(name: "asking", threads: 4, queueMax: 4)
    private let asking = HeadAsking()

    /// A hundred who come while a question is under way share the next one.
    @Test func manyWaitForOneQuestion() {
        let questions = Count()
        let begun = DispatchSemaphore(value: 0)
        let mayContinue = DispatchSemaphore(value: 0)
        let answered = DispatchSemaphore(value: 0)
        func wait() {
            asking.wait(by: .now + .seconds(60), on: pool) { _ in
                questions.value.withLock { $0 += 1 }
                begun.signal()
                mayContinue.wait()
            } completion: { _ in
                answered.signal()
            }
        }
        wait()
        begun.wait()
        for _ in 0..<100 { wait() }
        mayContinue.signal()
        answered.wait()
        begun.wait()
        #expect(questions.value.withLock { $0 } == 2)
        mayContinue.signal()
        for _ in 0..<100 { answered.wait() }
        #expect(questions.value.withLock { $0 } == 2)
        // Whoever comes later asks anew.
        wait()
        begun.wait()
        mayContinue.signal()
        answered.wait()
        #expect(questions.value.withLock { $0 } == 3)
        pool.close()
    }

    @Test func everybodyHearsOfAFailure() {
        let failed = DispatchSemaphore(value: 0)
        for _ in 0..<3 {
            asking.wait(by: .now + .seconds(60), on: pool) { _ in
                throw Away()
            } completion: { result in
                if case .failure(is Away) = result { failed.signal() }
            }
        }
        for _ in 0..<3 { failed.wait() }
        pool.close()
    }

    /// A closed pool refuses at once.
    @Test func aClosedPoolRefuses() {
        pool.close()
        let refused = DispatchSemaphore(value: 0)
        asking.wait(by: .now, on: pool) { _ in
        } completion: { result in
            if case .failure = result { refused.signal() }
        }
        refused.wait()
    }
}
