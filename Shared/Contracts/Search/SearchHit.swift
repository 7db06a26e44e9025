/// A record that a search has found.
@JSONObject(nulls: true)
public struct SearchHit: Hashable {
    /// The kind of the record.
    public var noun: SearchNoun
    /// The record's id.
    public var id: RecordID
    /// The word of its type, if its kind has types.
    public var type: String?
    /// The record's name: a subject, a name, or what was measured.
    public var title: String
    /// The coaches it is about, if any.
    public var coachName: String?
    /// The school it is about, if any.
    public var schoolName: String?
    /// The time it is about, for interactions and posts.
    public var at: Instant?
    /// The day it is about, for events and metrics.
    public var day: CivilDay?
    /// A piece of its texts around a match; empty if it has none.
    public var snippet: [SearchSnippetPart]
    /// How well it matches, greater than 0 and less than the number of words and phrases. The
    /// ranks of all services can be compared.
    public var rank: Double

    /// The text of the piece.
    public var snippetText: String { snippet.map(\.text).joined() }
}

/// A part of a piece of text.
@JSONObject
public struct SearchSnippetPart: Hashable {
    public var text: String
    /// Whether the words of the search match this part.
    public var isMatch: Bool
}

/// The combined hits of all services that have texts.
public struct SearchFindings: Sendable {
    /// The hits, the best first.
    public private(set) var hits: [SearchHit] = []
    /// Whether there are more.
    public private(set) var hasMore = false
    /// The services that did not answer.
    public private(set) var away: [ServiceName] = []

    /// Combines what services answered, nil for one that did not. Of equally good hits the newest
    /// is first.
    public init(_ answers: [(service: ServiceName, answer: SearchAnswer?)], limit: Int) {
        for (service, answer) in answers {
            guard let answer else {
                away.append(service)
                continue
            }
            hits += answer.hits
            hasMore = hasMore || answer.hasMore
        }
        hasMore = hasMore || hits.count > limit
        hits.sort { left, right in
            if left.rank != right.rank { return left.rank > right.rank }
            let (leftTime, rightTime) = (left.sortTime, right.sortTime)
            return leftTime == rightTime ? left.id > right.id : leftTime > rightTime
        }
        hits.removeLast(max(0, hits.count - limit))
    }
}

extension SearchHit {
    /// The time of the record in milliseconds; that of its id if it is about no time.
    fileprivate var sortTime: Int64 {
        at?.milliseconds ?? day.map { $0.daysSince1970 * 86_400_000 } ?? id.instant.milliseconds
    }
}
