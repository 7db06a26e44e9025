import Glibc
import Synchronization

/// What was made of operations' answers last, such as the content of a page. If an operation
/// answers with the same bytes again, nothing is made anew.
///
/// Access is checked by the operation each time: what is kept only stands for an answer that its
/// reader has just got.
public final class ContentCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        let answer: [UInt8]
        let value: Value
        let byteCount: Int
    }

    private struct Kept {
        var entries: [Key: Entry] = [:]
        var byteCount = 0
    }

    private let bytesMax: Int
    private let kept = Mutex(Kept())

    /// Creates an empty cache. If answers and values have more than `bytesMax` bytes together, all
    /// but the newest are forgotten.
    public init(bytesMax: Int) { self.bytesMax = bytesMax }

    /// The value for an answer, made by `make` unless it is kept. `make` returns its length, in
    /// bytes, too.
    public func value(
        _ key: Key, of answer: [UInt8], make: () throws -> (value: Value, byteCount: Int)
    ) rethrows -> Value {
        if let entry = kept.withLock({ $0.entries[key] }), entry.answer.hasSameBytes(as: answer) {
            return entry.value
        }
        let made = try make()
        let entry = Entry(
            answer: answer, value: made.value, byteCount: answer.count + made.byteCount)
        kept.withLock { kept in
            kept.byteCount += entry.byteCount - (kept.entries[key]?.byteCount ?? 0)
            if kept.byteCount > bytesMax { kept = Kept(byteCount: entry.byteCount) }
            kept.entries[key] = entry
        }
        return made.value
    }
}

extension [UInt8] {
    /// Compares by memcmp(3); `==` looks at each element.
    fileprivate func hasSameBytes(as other: [UInt8]) -> Bool {
        guard count == other.count else { return false }
        return unsafe withUnsafeBytes { bytes in
            unsafe other.withUnsafeBytes { others in
                guard let first = bytes.baseAddress, let second = others.baseAddress else {
                    return true
                }
                return unsafe memcmp(first, second, bytes.count) == 0
            }
        }
    }
}
