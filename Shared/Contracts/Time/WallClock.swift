public import Foundation

/// Where the clocks of a zone meet instants: the only place that makes an instant of a day and a
/// time, and the day of an instant.
public enum WallClock {
    /// The day that an instant falls on in a zone.
    public static func day(of instant: Instant, in zone: TimeZone) -> CivilDay {
        let seconds = wholeSeconds(instant)
        let local = seconds + Int64(zone.secondsFromGMT(for: date(seconds)))
        return CivilDay(daysSince1970: local.flooredQuotient(by: secondsPerDay))
    }

    /// The instant at which a zone's clocks show this day and time. Of a time that they show twice
    /// it is the first; a time that they skip counts from before the gap, so that 02:30 in a gap
    /// of one hour from 02:00 is 03:30 (RFC 5545, 3.3.5). Where that would be another day, as in
    /// Nuuk at 23:30, it counts back from behind the gap: the day stays (T-17).
    public static func instant(of day: CivilDay, at time: LocalTime, in zone: TimeZone) -> Instant {
        let local = day.daysSince1970 * secondsPerDay + Int64(time.minutesOfDay) * 60
        // No offset is over a day: at these instants the change, if there is one, is far off.
        let before = Int64(zone.secondsFromGMT(for: date(local - reach)))
        let after = Int64(zone.secondsFromGMT(for: date(local + reach)))
        for offset in [max(before, after), min(before, after)]
        where shows(local, local - offset, zone) {
            return Instant(milliseconds: (local - offset) * 1_000)
        }
        let skipped = [before, after].map { Instant(milliseconds: (local - $0) * 1_000) }
        return skipped.first { Self.day(of: $0, in: zone) == day } ?? skipped[0]
    }

    private static let secondsPerDay: Int64 = 86_400
    /// How far before and after a time on the wall its zone's offsets are looked at, in seconds.
    private static let reach: Int64 = 129_600

    private static func shows(_ local: Int64, _ seconds: Int64, _ zone: TimeZone) -> Bool {
        seconds + Int64(zone.secondsFromGMT(for: date(seconds))) == local
    }

    private static func date(_ seconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(seconds))
    }

    private static func wholeSeconds(_ instant: Instant) -> Int64 {
        instant.milliseconds.flooredQuotient(by: 1_000)
    }
}

extension Int64 {
    /// The quotient rounded down, for a positive divisor.
    fileprivate func flooredQuotient(by divisor: Int64) -> Int64 {
        self / divisor - (self % divisor < 0 ? 1 : 0)
    }
}
