import Contracts
import Foundation

/// When the digest of a week is made (N-120).
enum DigestTime {
    /// The week whose digest is due: the last one that was over on a Monday at `DigestLimit.hour`
    /// in the family's zone. Nil if it was due before the member wanted digests.
    static func dueWeek(at now: Instant, in zone: TimeZone, wishedSince since: Instant) -> ISOWeek?
    {
        let this = ISOWeek(of: WallClock.day(of: now, in: zone))
        let week = begin(of: this, in: zone) <= now ? this : this.adding(weeks: -1)
        guard since <= begin(of: week, in: zone) else { return nil }
        return week.adding(weeks: -1)
    }

    /// The instant in a week from which the digest of the week before is due.
    private static func begin(of week: ISOWeek, in zone: TimeZone) -> Instant {
        WallClock.instant(
            of: week.firstDay, at: LocalTime(hour: DigestLimit.hour, minute: 0) ?? .midnight,
            in: zone)
    }
}
