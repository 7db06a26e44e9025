import Storage

/// A total over posts, from the rollups of whole periods and from single posts.
protocol RollupTotal {
    /// The statements that read the total's column.
    static var statements: RollupStatements { get }

    init()

    /// Adds a post, or subtracts it if `sign` is -1.
    mutating func add(_ facts: PostFacts, _ sign: Int64)

    /// Adds the encoded column of a period, or subtracts it if `sign` is -1.
    mutating func add(encoded bytes: Span<UInt8>, _ sign: Int64) throws
}

/// The SQL that reads one column of the rollups.
struct RollupStatements: Sendable {
    /// The periods with keys from ?1 to before ?2.
    let range: String
    /// The day with key ?1: whether it is split, and the column.
    let day: String
    /// The quarters of an hour with keys from ?1 to before ?2.
    let quarters: String

    init(column: String) {
        range = "SELECT \(column) FROM rollups WHERE key >= ?1 AND key < ?2"
        day = "SELECT is_split, \(column) FROM rollups WHERE key = ?1"
        quarters = "SELECT \(column) FROM quarter_rollups WHERE key >= ?1 AND key < ?2"
    }
}

/// The counts and the posts of each school.
struct Totals: RollupTotal {
    static let statements = RollupStatements(column: "sums")

    var counts = Counts()
    /// Indexed by the number of the school.
    private(set) var schools: [Int64] = []

    mutating func add(_ facts: PostFacts, _ sign: Int64) {
        counts.count(facts, sign)
        if let school = facts.school { add(sign, toSchool: Int(school)) }
    }

    mutating func add(encoded bytes: Span<UInt8>, _ sign: Int64) throws {
        var position = 0
        counts.add(try Sums.readCounts(bytes, at: &position), sign)
        try Tally.read(bytes, at: position) {
            add(sign &* $1, toSchool: Int(truncatingIfNeeded: $0))
        }
    }

    private mutating func add(_ posts: Int64, toSchool number: Int) {
        while schools.count <= number { schools.append(0) }
        schools[number] &+= posts
    }
}

/// The posts of each kind.
struct KindTotals: RollupTotal {
    static let statements = RollupStatements(column: "kinds")

    /// By the number of the kind.
    private var posts: [Int64: Int64] = [:]

    mutating func add(_ facts: PostFacts, _ sign: Int64) {
        posts[PostKind(facts).number, default: 0] += sign
    }

    mutating func add(encoded bytes: Span<UInt8>, _ sign: Int64) throws {
        try Tally.read(bytes) { posts[$0, default: 0] += sign &* $1 }
    }

    /// The number of posts whose kind a filter keeps.
    func count(_ filter: KindFilter) -> Int64 {
        posts.reduce(0) { filter.keeps(PostKind(number: $1.key)) ? $0 + $1.value : $0 }
    }
}
