public import Contracts
public import Foundation

/// A time window for a list's rows, both ends included. Rows without a time are outside every
/// window (D-05).
@Memberwise
public struct DateWindow: Hashable, Sendable {
    /// The earliest time in the window; nil for no limit.
    public var since: Instant?
    /// The latest time in the window; nil for no limit.
    public var until: Instant?

    /// Creates the window of a list's filters. Calendar days are those of the reader's zone, or of
    /// `familyZone` if the reader named none.
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

    /// Whether the end precedes the start, so that the window contains nothing.
    public var isEmpty: Bool {
        guard let since, let until else { return false }
        return until < since
    }

    private mutating func start(notBefore start: Instant) {
        since = since.map { max($0, start) } ?? start
    }

    /// Returns the same time of day `days` calendar days earlier in a zone (T-14). Only whole
    /// seconds go through the calendar, so that rounding loses no millisecond.
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
