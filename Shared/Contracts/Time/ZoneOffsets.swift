public import Foundation

/// The offsets of a zone's clocks, for many instants close to each other: an offset is kept for the
/// time in which it does not change, since to ask for one takes longer than all else about a date.
public struct ZoneOffsets {
    /// The time before an instant in which the last change is looked for, in seconds.
    private static let reach: Int64 = 60 * 86_400

    private let zone: TimeZone
    /// The seconds since 1970 in which `offset` holds.
    private var known: Range<Int64> = 0..<0
    private var offset: Int64 = 0

    public init(_ zone: TimeZone) { self.zone = zone }

    /// The day and the time of day that the clocks show at an instant.
    public mutating func moment(at instant: Instant) -> (day: CivilDay, time: LocalTime) {
        WallClock.moment(of: instant, offset: offset(at: WallClock.wholeSeconds(instant)))
    }

    /// The offset at so many seconds since 1970, in seconds.
    private mutating func offset(at seconds: Int64) -> Int64 {
        if known.contains(seconds) { return offset }
        var start = seconds - Self.reach
        var end = change(after: start)
        while let next = end, next <= seconds {
            start = next
            end = change(after: next)
        }
        offset = Int64(zone.secondsFromGMT(for: WallClock.date(seconds)))
        known = start..<max(end ?? seconds + Self.reach, seconds + 1)
        return offset
    }

    /// The next change of the offset, in seconds since 1970; nil if none is known.
    private func change(after seconds: Int64) -> Int64? {
        zone.nextDaylightSavingTimeTransition(after: WallClock.date(seconds))
            .map { Int64($0.timeIntervalSince1970) }
    }
}
