/// A page of a timeline: the merged parts of all services that have entries.
public struct Timeline: Sendable {
    /// The entries, newest first, then by id.
    public private(set) var entries: [TimelineEntry] = []
    /// Whether there are older entries.
    public private(set) var hasMore = false
    /// The services that did not answer. Their entries are missing.
    public private(set) var away: [ServiceName] = []

    /// Merges what services answered to the same request, nil for one that did not answer. Each
    /// answers the first `limit` of its own entries, so that the first `limit` of all are among
    /// them.
    public init(_ answers: [(service: ServiceName, answer: TimelineAnswer?)], limit: Int) {
        var placed: [(place: TimelineCursor, entry: TimelineEntry)] = []
        for (service, answer) in answers {
            guard let answer else {
                away.append(service)
                continue
            }
            hasMore = hasMore || answer.hasMore
            for entry in answer.entries {
                let place =
                    TimelineCursor(text: entry.cursor) ?? TimelineCursor(entry.at, entry.id)
                placed.append((place, entry))
            }
        }
        hasMore = hasMore || placed.count > limit
        placed.sort { $0.place < $1.place }
        entries = placed.prefix(limit).map(\.entry)
    }

    /// The cursor of the next page; nil at the end.
    public var next: String? { hasMore ? entries.last?.cursor : nil }
}
