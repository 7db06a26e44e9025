public import Foundation

/// Converts between instants and the days and times of a zone.
public enum WallClock {
    /// Returns the day on which an instant falls in a zone.
    public static func day(of instant: Instant, in zone: TimeZone) -> CivilDay {
        moment(of: instant, in: zone).day
    }

    /// Returns the day and the time of day that a zone's clocks show at an instant.
    public static func moment(
        of instant: Instant, in zone: TimeZone
    ) -> (day: CivilDay, time: LocalTime) {
        let offset = zone.secondsFromGMT(for: date(wholeSeconds(instant)))
        return moment(of: instant, offset: Int64(offset))
    }

    /// The same for clocks that are so many seconds ahead of UTC.
    static func moment(of instant: Instant, offset: Int64) -> (day: CivilDay, time: LocalTime) {
        let local = wholeSeconds(instant) + offset
        let days = local.flooredQuotient(by: secondsPerDay)
        return (
            CivilDay(daysSince1970: days),
            LocalTime(minutesOfDay: Int(local - days * secondsPerDay) / 60)
        )
    }

    /// Returns the instant at which a zone's clocks show this day and time.
    ///
    /// If the time occurs twice, the first one is used. A time that clocks skip is counted from
    /// before the gap: 02:30 in a gap of one hour from 02:00 becomes 03:30 (RFC 5545, 3.3.5). If
    /// that falls on another day, as in Nuuk at 23:30, it is counted back from after the gap, so
    /// that the day stays (T-17).
    public static func instant(of day: CivilDay, at time: LocalTime, in zone: TimeZone) -> Instant {
        let local = day.daysSince1970 * secondsPerDay + Int64(time.minutesOfDay) * 60
        // No offset exceeds a day, so any change of offset lies between these two instants.
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
    /// The distance, in seconds, before and after a local time at which the zone's offset is read.
    private static let reach: Int64 = 129_600

    private static func shows(_ local: Int64, _ seconds: Int64, _ zone: TimeZone) -> Bool {
        seconds + Int64(zone.secondsFromGMT(for: date(seconds))) == local
    }

    static func date(_ seconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(seconds))
    }

    static func wholeSeconds(_ instant: Instant) -> Int64 {
        instant.milliseconds.flooredQuotient(by: 1_000)
    }
}
