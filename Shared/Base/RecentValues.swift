internal import Synchronization

/// The values that were made last for some keys, as many as fit into a number of bytes.
public final class RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Kept {
        var values: [Key: (value: Value, byteCount: Int)] = [:]
        var byteCount = 0
    }

    private let bytesMax: Int
    private let kept = Mutex(Kept())

    /// Creates an empty store. If the values have more than `bytesMax` bytes together, all but the
    /// newest are forgotten.
    public init(bytesMax: Int) { self.bytesMax = bytesMax }

    /// The number of bytes kept.
    public var byteCount: Int { kept.withLock { $0.byteCount } }

    /// Returns the value for a key, or nil if none is kept.
    public subscript(key: Key) -> Value? { kept.withLock { $0.values[key]?.value } }

    /// Keeps a value of this length instead of the one that the key had.
    public func keep(_ value: Value, for key: Key, byteCount: Int) {
        kept.withLock { kept in
            kept.byteCount += byteCount - (kept.values[key]?.byteCount ?? 0)
            if kept.byteCount > bytesMax { kept = Kept(byteCount: byteCount) }
            kept.values[key] = (value, byteCount)
        }
    }
}
