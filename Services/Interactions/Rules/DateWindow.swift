import Contracts
import Foundation

/// A window over the display dates of interactions, both ends included. Undated interactions lie
/// outside every window (D-05).
struct DateWindow: Hashable {
    /// Not before this instant.
    var since: Instant?
    /// Not after this instant.
    var until: Instant?

    /// Milliseconds of the seven days that "This Week" means (T-13).
    static let weekMilliseconds: Int64 = 7 * 86_400_000

    /// The window that is left when this one starts no earlier than `start`.
    func starting(notBefore start: Instant) -> DateWindow {
        DateWindow(since: since.map { max($0, start) } ?? start, until: until)
    }

    /// The zone of an IANA name; `nil` for a name that is none.
    static func zone(_ name: String) -> TimeZone? { TimeZone(identifier: name) }

    /// Where "This Week" begins: seven days ago, to the millisecond.
    static func startOfWeek(before now: Instant) -> Instant {
        Instant(milliseconds: now.milliseconds - weekMilliseconds)
    }

    /// The same time of day so many calendar days ago in a zone (T-14). Whole seconds go through
    /// the calendar, so that no millisecond is lost to rounding.
    static func start(ofLast period: TimePeriod, before now: Instant, in zone: TimeZone) -> Instant
    {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let fraction = ((now.milliseconds % 1_000) + 1_000) % 1_000
        let second = Date(timeIntervalSince1970: Double((now.milliseconds - fraction) / 1_000))
        guard let day = calendar.date(byAdding: .day, value: -period.rawValue, to: second) else {
            return .earliest
        }
        let milliseconds = (day.timeIntervalSince1970.rounded() * 1_000)
        return Instant(milliseconds: (Int64(exactly: milliseconds) ?? 0) + fraction)
    }
}
