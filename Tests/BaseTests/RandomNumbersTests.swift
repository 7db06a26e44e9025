import Synchronization
import Testing

@testable import Base

@Suite struct RandomNumbersTests {
    /// Across the end of a filling, and on several threads at once.
    @Test func noNumberIsHandedOutTwice() throws {
        let perThread = 4 * RandomNumbers.bytesMax
        let seen = Mutex<Set<UInt64>>([])
        let threads = try (0..<4).map { number in
            try WorkerThread(named: "random-\(number)") {
                var generator = RandomNumbers()
                let numbers = (0..<perThread).map { _ in generator.next() }
                seen.withLock { $0.formUnion(numbers) }
            }
        }
        for thread in threads { thread.join() }
        // 64 random bits do not repeat among some thousands.
        #expect(seen.withLock(\.count) == 4 * perThread)
    }

    @Test func everyBitIsRandom() {
        var generator = RandomNumbers()
        var (all, any) = (UInt64.max, UInt64.min)
        for _ in 0..<200 {
            let number = generator.next()
            all &= number
            any |= number
        }
        #expect(all == 0 && any == .max)
    }
}
