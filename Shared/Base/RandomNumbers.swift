import Glibc
import Synchronization

/// Random numbers of the kernel, fetched many at a time: a command makes several ids, and a system
/// call for each word of each id would take longer than the rest of them.
///
/// They are as unpredictable as those of `SystemRandomNumberGenerator`, and each is handed out
/// once, whichever thread asks. Programs that fork without running another program must not use it.
public struct RandomNumbers: RandomNumberGenerator, Sendable {
    /// The number of bytes that one call of getentropy(3) returns at most.
    static let bytesMax = 256

    private struct Pool: ~Copyable {
        var words: [UInt64] = []

        mutating func next() -> UInt64 {
            if words.isEmpty { fill() }
            return words.removeLast()
        }

        private mutating func fill() {
            words = [UInt64](repeating: 0, count: bytesMax / MemoryLayout<UInt64>.size)
            let isFilled = unsafe words.withUnsafeMutableBytes {
                unsafe getentropy($0.baseAddress, $0.count) == 0
            }
            guard !isFilled else { return }
            var system = SystemRandomNumberGenerator()
            for place in words.indices { words[place] = system.next() }
        }
    }

    private static let pool = Mutex(Pool())

    public init() {}

    /// A number whose 64 bits are random.
    public mutating func next() -> UInt64 { Self.pool.withLock { $0.next() } }
}
