import Synchronization

/// Decodes, checks and hashes commands, and decodes queries that wait. Large requests are decoded
/// on a thread of their own, so that they delay neither heartbeats nor other queries. Requests that
/// arrive meanwhile follow them: all commands reach the writer in the order of their arrival.
final class CommandDecoder: Sendable {
    /// The largest request, in bytes, that is decoded on the message thread. Handing over a smaller
    /// one would cost as much as decoding it.
    static let inPlaceBytesMax = 8_192
    /// The most requests that wait to be decoded.
    static let waitingMax = 256

    private let pool = JobPool(name: "decode", threads: 1, queueMax: CommandDecoder.waitingMax)
    private let pending = Atomic(0)

    /// Runs `body`, which decodes a request of this many bytes. Called on the message thread.
    /// Returns false if too many requests wait.
    func run(_ byteCount: Int, _ body: @escaping @Sendable () -> Void) -> Bool {
        if byteCount <= Self.inPlaceBytesMax, pending.load(ordering: .acquiring) == 0 {
            body()
            return true
        }
        pending.add(1, ordering: .relaxed)
        let isTaken = pool.offer { [self] in
            body()
            pending.subtract(1, ordering: .releasing)
        }
        if !isTaken { pending.subtract(1, ordering: .relaxed) }
        return isTaken
    }

    /// Decodes the waiting requests and ends the thread.
    func close() { pool.close() }
}
