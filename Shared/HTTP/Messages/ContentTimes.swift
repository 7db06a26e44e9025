import Synchronization

/// Since when contents that are made anew for each request are what they are, for `Last-Modified`.
///
/// What counts is the time at which this process first answered with the content. Two contents of a
/// resource never have the same time: within a second, the later one has none yet.
public final class ContentTimes<Key: Hashable & Sendable>: Sendable {
    private struct Known {
        var entries: [Key: (tag: EntityTag, since: HTTPDate)] = [:]
        /// The earliest time of new contents.
        var start = HTTPDate(seconds: .min)
    }

    private let known = Mutex(Known())
    private let countMax: Int

    /// Creates an empty list.
    /// - Parameter countMax: The most resources known. If there are more, all are forgotten, and
    ///   their contents are as new as after a start.
    public init(countMax: Int) { self.countMax = countMax }

    /// Returns the time since which a resource has the content with this tag; nil during a second
    /// in which it had another one.
    public func time(of key: Key, _ tag: EntityTag, at now: HTTPDate) -> HTTPDate? {
        let since = known.withLock { known in
            let earlier = known.entries[key]
            if let earlier, earlier.tag == tag { return earlier.since }
            if earlier == nil, known.entries.count >= countMax {
                known.entries.removeAll()
                known.start = now.nextSecond
            }
            let since = max(now, earlier?.since.nextSecond ?? known.start)
            known.entries[key] = (tag, since)
            return since
        }
        return since <= now ? since : nil
    }
}

extension HTTPDate {
    fileprivate var nextSecond: HTTPDate { HTTPDate(seconds: seconds + 1) }
}
