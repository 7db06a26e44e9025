import Base
import Glibc

/// What was made of operations' answers last, such as the content of a page. If an operation
/// answers with the same bytes again, nothing is made anew.
///
/// Access is checked by the operation each time: what is kept only stands for an answer that its
/// reader has just got.
public final class ContentCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        let answer: [UInt8]
        let value: Value
    }

    private let kept: RecentValues<Key, Entry>

    /// Creates an empty cache. If answers and values have more than `bytesMax` bytes together, all
    /// but the newest are forgotten.
    public init(bytesMax: Int) { kept = RecentValues(bytesMax: bytesMax) }

    /// The value for an answer, made by `make` unless it is kept. `make` returns its length, in
    /// bytes, too.
    public func value(
        _ key: Key, of answer: [UInt8], make: () throws -> (value: Value, byteCount: Int)
    ) rethrows -> Value {
        if let entry = kept[key], entry.answer.hasSameBytes(as: answer) {
            return entry.value
        }
        let made = try make()
        kept.keep(
            Entry(answer: answer, value: made.value), for: key,
            byteCount: answer.count + made.byteCount)
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
