import Storage

/// The stored totals of a period: the counts and the posts of each school.
///
/// Encoded as the seven counts, each a `Varint`, and the tally of the schools.
struct Sums: Sendable {
    var counts = Counts()
    /// The posts of each school, by its number.
    private(set) var schools = Tally()

    init() {}

    /// Decodes a column.
    init(_ bytes: Span<UInt8>) throws {
        var position = 0
        counts = try Self.readCounts(bytes, at: &position)
        schools = try Tally(bytes, at: position)
    }

    static func readCounts(_ bytes: Span<UInt8>, at position: inout Int) throws -> Counts {
        var counts = Counts()
        counts.total = try Varint.read(bytes, at: &position)
        counts.recruiting = try Varint.read(bytes, at: &position)
        counts.twitter = try Varint.read(bytes, at: &position)
        for place in counts.sentiments.indices {
            counts.sentiments[place] = try Varint.read(bytes, at: &position)
        }
        return counts
    }

    /// The encoded column.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16 + schools.entries.count * 3)
        Varint.append(counts.total, to: &bytes)
        Varint.append(counts.recruiting, to: &bytes)
        Varint.append(counts.twitter, to: &bytes)
        for place in counts.sentiments.indices {
            Varint.append(counts.sentiments[place], to: &bytes)
        }
        schools.append(to: &bytes)
        return bytes
    }

    /// Applies added and removed posts.
    mutating func count(_ news: some Sequence<RollupChange>) {
        var changes: [Int64: Int64] = [:]
        for change in news {
            counts.count(change.facts, change.sign)
            if let school = change.facts.school { changes[school, default: 0] += change.sign }
        }
        schools.add(changes)
    }

    /// Whether the counts are consistent: none is negative, and every school listed has posts.
    var isPossible: Bool { counts.isPossible && schools.isPossible }
}

/// An added or removed post.
struct RollupChange: Sendable {
    let facts: PostFacts
    /// 1 for an added post, -1 for a removed one.
    let sign: Int64
}

/// The posts per part of a period: per quarter of an hour of a day, or per day of 64 days. Encoded
/// as pairs of the distance from the previous part and its posts.
enum RollupParts {
    /// Decodes the counts into `counts`, indexed by part.
    static func read(_ bytes: Span<UInt8>, into counts: inout [Int64]) throws {
        var position = 0
        var part = 0
        while position < bytes.count {
            part += Int(truncatingIfNeeded: try Varint.read(bytes, at: &position))
            guard part < counts.count else {
                throw StorageError(code: .mismatch, message: "a rollup has part \(part)")
            }
            counts[part] = try Varint.read(bytes, at: &position)
        }
    }

    static func bytes(_ counts: [Int64]) -> [UInt8] {
        var bytes: [UInt8] = []
        var last = 0
        for (part, count) in counts.enumerated() where count != 0 {
            Varint.append(Int64(part - last), to: &bytes)
            Varint.append(count, to: &bytes)
            last = part
        }
        return bytes
    }
}
