import Base
import Synchronization
import Testing

@Suite struct LazyTests {
    @Test func valueIsMadeOnceAndNotBefore() {
        let calls = Counter()
        let lazy = Lazy { calls.next() }
        #expect(calls.count == 0)
        #expect([lazy.value, lazy.value] == [1, 1])
        #expect(calls.count == 1)
    }

    private final class Counter: Sendable {
        private let calls = Mutex(0)

        var count: Int { calls.withLock { $0 } }

        func next() -> Int {
            calls.withLock {
                $0 += 1
                return $0
            }
        }
    }
}
