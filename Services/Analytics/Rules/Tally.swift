/// Posts counted by a number, such as that of their school.
///
/// Encoded as pairs of `Varint` numbers: the distance from the previous number, and its posts.
struct Tally: Sendable {
    struct Entry: Hashable, Sendable {
        let number: Int64
        var posts: Int64
    }

    /// By number; numbers without posts are omitted.
    private(set) var entries: [Entry] = []

    init() {}

    /// Decodes the rest of a column.
    init(_ bytes: Span<UInt8>, at start: Int = 0) throws {
        try Tally.read(bytes, at: start) { entries.append(Entry(number: $0, posts: $1)) }
    }

    /// Calls `body` for each number of an encoded tally and its posts.
    static func read(
        _ bytes: Span<UInt8>, at start: Int = 0, _ body: (_ number: Int64, _ posts: Int64) -> Void
    ) throws {
        var (position, number) = (start, Int64(0))
        while position < bytes.count {
            number &+= try Varint.read(bytes, at: &position)
            body(number, try Varint.read(bytes, at: &position))
        }
    }

    /// Appends the encoded entries.
    func append(to bytes: inout [UInt8]) {
        var last: Int64 = 0
        for entry in entries {
            Varint.append(entry.number - last, to: &bytes)
            Varint.append(entry.posts, to: &bytes)
            last = entry.number
        }
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(entries.count * 3)
        append(to: &bytes)
        return bytes
    }

    /// Adds posts by their numbers; those of removed posts are negative. A number whose posts reach
    /// zero is dropped.
    mutating func add(_ changes: [Int64: Int64]) {
        guard !changes.isEmpty else { return }
        let sorted = changes.sorted { $0.key < $1.key }
        var merged: [Entry] = []
        merged.reserveCapacity(entries.count + sorted.count)
        var (left, right) = (entries[...], sorted[...])
        while let change = right.first {
            if let known = left.first, known.number < change.key {
                merged.append(known)
                left.removeFirst()
                continue
            }
            right.removeFirst()
            var entry = Entry(number: change.key, posts: change.value)
            if let known = left.first, known.number == change.key {
                entry.posts += known.posts
                left.removeFirst()
            }
            if entry.posts != 0 { merged.append(entry) }
        }
        entries = merged + left
    }

    /// Whether every number listed has posts.
    var isPossible: Bool { entries.allSatisfy { $0.posts > 0 } }
}
