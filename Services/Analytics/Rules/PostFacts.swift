import Contracts

/// What figures ask of a post.
struct PostFacts: Hashable, Sendable {
    /// When it was published, in milliseconds since 1970.
    let postedAt: Int64
    /// The school's number.
    let school: Int64?
    /// The sentiment's number.
    let sentiment: Int64?
    let isRecruiting: Bool
    let isTwitter: Bool
}

/// How many posts of a period there are, of each kind.
struct Counts: Hashable, Sendable {
    /// The counts in their stored order.
    static let width = 7

    var total: Int64 = 0
    var recruiting: Int64 = 0
    var twitter: Int64 = 0
    /// By the sentiments' numbers.
    var sentiments: InlineArray<4, Int64> = [0, 0, 0, 0]

    static func == (left: Counts, right: Counts) -> Bool {
        left.total == right.total && left.recruiting == right.recruiting
            && left.twitter == right.twitter
            && left.sentiments.indices.allSatisfy { left.sentiments[$0] == right.sentiments[$0] }
    }

    func hash(into hasher: inout Hasher) { hasher.combine(total) }

    /// Counts a post, or takes it away again with -1.
    mutating func count(_ facts: PostFacts, _ sign: Int64) {
        total += sign
        if facts.isRecruiting { recruiting += sign }
        if facts.isTwitter { twitter += sign }
        if let sentiment = facts.sentiment { sentiments[Int(sentiment)] += sign }
    }

    mutating func add(_ other: Counts, _ sign: Int64) {
        total += sign * other.total
        recruiting += sign * other.recruiting
        twitter += sign * other.twitter
        for place in sentiments.indices { sentiments[place] += sign * other.sentiments[place] }
    }

    /// Whether no count is below 0.
    var isPossible: Bool {
        total >= 0 && recruiting >= 0 && twitter >= 0
            && sentiments.indices.allSatisfy { sentiments[$0] >= 0 }
    }
}
