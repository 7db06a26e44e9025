public import Foundation

/// When the digest of a week is made (N-120).
public enum DigestTime {
    /// The week of the digest that is made at an instant: the last one that was over on a Monday at
    /// `DigestLimit.hour` in the family's zone.
    public static func week(at now: Instant, in zone: TimeZone) -> ISOWeek {
        let this = ISOWeek(of: WallClock.day(of: now, in: zone))
        return this.adding(weeks: begin(of: this, in: zone) <= now ? -1 : -2)
    }

    /// The week whose digest is due. Nil if it was due before the member wanted digests.
    public static func dueWeek(
        at now: Instant, in zone: TimeZone, wishedSince since: Instant
    ) -> ISOWeek? {
        let last = week(at: now, in: zone)
        return since <= begin(of: last.adding(weeks: 1), in: zone) ? last : nil
    }

    /// The instant in a week from which the digest of the week before is due.
    private static func begin(of week: ISOWeek, in zone: TimeZone) -> Instant {
        WallClock.instant(
            of: week.firstDay, at: LocalTime(hour: DigestLimit.hour, minute: 0) ?? .midnight,
            in: zone)
    }
}
