import Storage

/// What the posts of a period add up to: the counts, and how many each school has.
///
/// Stored as numbers one after the other (`Varint`): the seven counts, then for each school the
/// distance from the number before it and its posts.
struct Sums: Sendable {
    /// A school's number and its posts.
    struct School: Hashable, Sendable {
        let number: Int64
        var posts: Int64
    }

    var counts = Counts()
    /// By number; none without posts.
    private(set) var schools: [School] = []

    init() {}

    /// What stands in a column.
    init(_ bytes: Span<UInt8>) throws {
        var position = 0
        counts = try Self.readCounts(bytes, at: &position)
        var number: Int64 = 0
        while position < bytes.count {
            number += try Varint.read(bytes, at: &position)
            schools.append(
                School(number: number, posts: try Varint.read(bytes, at: &position)))
        }
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

    /// What a column holds.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16 + schools.count * 3)
        Varint.append(counts.total, to: &bytes)
        Varint.append(counts.recruiting, to: &bytes)
        Varint.append(counts.twitter, to: &bytes)
        for place in counts.sentiments.indices {
            Varint.append(counts.sentiments[place], to: &bytes)
        }
        var last: Int64 = 0
        for school in schools {
            Varint.append(school.number - last, to: &bytes)
            Varint.append(school.posts, to: &bytes)
            last = school.number
        }
        return bytes
    }

    /// Counts posts, or takes them away.
    mutating func count(_ news: some Sequence<RollupChange>) {
        var changes: [Int64: Int64] = [:]
        for change in news {
            counts.count(change.facts, change.sign)
            if let school = change.facts.school { changes[school, default: 0] += change.sign }
        }
        merge(changes.sorted { $0.key < $1.key }.map { School(number: $0.key, posts: $0.value) })
    }

    /// Adds what is in order; a school without posts goes.
    private mutating func merge(_ changes: [School]) {
        guard !changes.isEmpty else { return }
        var merged: [School] = []
        merged.reserveCapacity(schools.count + changes.count)
        var (left, right) = (schools[...], changes[...])
        while let change = right.first {
            if let known = left.first, known.number < change.number {
                merged.append(known)
                left.removeFirst()
                continue
            }
            right.removeFirst()
            var school = change
            if let known = left.first, known.number == change.number {
                school.posts += known.posts
                left.removeFirst()
            }
            if school.posts != 0 { merged.append(school) }
        }
        schools = merged + left
    }

    /// Whether the numbers can be those of posts.
    var isPossible: Bool { counts.isPossible && schools.allSatisfy { $0.posts > 0 } }
}

/// A post that came or went.
struct RollupChange: Sendable {
    let facts: PostFacts
    /// 1 for a post that came, -1 for one that went.
    let sign: Int64
}

/// The posts of each part of a period: of the quarters of a day, or of the days of 64. Stored as
/// pairs: the distance from the part before, and its posts.
enum RollupParts {
    /// The posts of each part.
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
