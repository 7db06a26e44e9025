internal import Synchronization

/// Runs short reads on the thread that asks for them. To wake a reader, which then wakes the thread
/// that sends the answer, takes as long as a short read itself.
///
/// A read that lasts longer than `durationMax` is given up, and its kind is left to the readers for
/// a while, so that the thread is never held up for long. The while is short after the first such
/// read, which may have been slow only because nothing was in memory yet.
final class ShortReads: Sendable {
    /// The longest run time.
    static let durationMax = Duration.milliseconds(1)
    /// How long reads of a kind are left to the readers after one that lasted longer. Each further
    /// one in succession doubles the time, up to `pauseMax`.
    static let pauseMin = Duration.milliseconds(10)
    static let pauseMax = Duration.seconds(2)

    private struct Contents {
        /// Nil once closed.
        var reader: Reader?
        /// The kinds whose last read lasted too long.
        var pauses: [String: Pause] = [:]
    }

    private struct Pause {
        var end: ContinuousClock.Instant
        var length: Duration
    }

    private let contents: Mutex<Contents>
    private let now: @Sendable () -> ContinuousClock.Instant

    init(_ shared: SharedState) throws {
        now = shared.configuration.now
        contents = Mutex(Contents(reader: try Reader(shared)))
    }

    /// Runs a read of a kind, such as an operation's name. Returns nil if it must be left to the
    /// readers; whatever `body` has done until then does not count.
    func run<Value: Sendable>(
        _ kind: String, deadline: ContinuousClock.Instant?,
        _ body: @Sendable (ReadTransaction) -> Result<Value, any Error>
    ) -> Result<Value, any Error>? {
        let result: Result<Value, any Error>?? = contents.withLockIfAvailable { contents in
            let began = now()
            guard let reader = contents.reader else { return nil }
            let pause = contents.pauses[kind]
            if let pause, began < pause.end { return nil }
            if let deadline, began >= deadline { return nil }
            let limit = began + Self.durationMax
            guard let read = try? reader.read(until: limit, body) else { return nil }
            let end = now()
            if read.isInterrupted || end > limit {
                let length = min(pause.map { $0.length * 2 } ?? Self.pauseMin, Self.pauseMax)
                contents.pauses[kind] = Pause(end: end + length, length: length)
            } else if pause != nil {
                contents.pauses[kind] = nil
            }
            return read.isInterrupted ? nil : read.value
        }
        return result ?? nil
    }

    /// Closes the file.
    func close() {
        contents.withLock { contents in
            contents.reader?.close()
            contents.reader = nil
        }
    }
}
