public import Contracts
public import Foundation

/// A window over the instants of a list's rows, both ends included. Rows without an instant lie
/// outside every window (D-05).
public struct DateWindow: Hashable, Sendable {
    /// Not before this instant.
    public var since: Instant?
    /// Not after this instant.
    public var until: Instant?

    /// A window with these ends; open where one is missing.
    public init(since: Instant? = nil, until: Instant? = nil) {
        self.since = since
        self.until = until
    }

    /// The window that a list's filters leave. Calendar days are those of the reader's zone, or of
    /// `familyZone` where the reader named none.
    public init<Filter: ListFilter>(
        _ input: ListInput<Filter>, at now: Instant, familyZone: () throws -> TimeZone
    ) rethrows {
        self.init()
        guard input.isFiltered else { return }
        for filter in input.active {
            switch (filter.rule.kind, input[filter]) {
            case (.since, .instant(let instant)): start(notBefore: instant)
            case (.until, .instant(let instant)): until = until.map { min($0, instant) } ?? instant
            case (_, .days(let days)):
                let named = input.timeZone.flatMap { TimeZone(identifier: $0) }
                start(
                    notBefore: Self.start(
                        ofLast: days, before: now, in: try named ?? familyZone()))
            default: break
            }
        }
    }

    /// Whether both ends are open.
    public var isOpen: Bool { since == nil && until == nil }

    /// Whether the end lies before the start: nothing is in it.
    public var isEmpty: Bool {
        guard let since, let until else { return false }
        return until < since
    }

    private mutating func start(notBefore start: Instant) {
        since = since.map { max($0, start) } ?? start
    }

    /// The same time of day so many calendar days ago in a zone (T-14). Whole seconds go through
    /// the calendar, so that no millisecond is lost to rounding.
    public static func start(
        ofLast days: Int, before now: Instant, in zone: TimeZone
    ) -> Instant {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let fraction = ((now.milliseconds % 1_000) + 1_000) % 1_000
        let second = Date(timeIntervalSince1970: Double((now.milliseconds - fraction) / 1_000))
        guard let day = calendar.date(byAdding: .day, value: -days, to: second) else {
            return .earliest
        }
        let milliseconds = (day.timeIntervalSince1970.rounded() * 1_000)
        return Instant(milliseconds: (Int64(exactly: milliseconds) ?? 0) + fraction)
    }
}
