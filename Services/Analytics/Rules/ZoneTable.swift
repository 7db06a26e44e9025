import Contracts
import Foundation
import Synchronization

/// The UTC offsets of a time zone as time spans, so that many instants can be assigned to local
/// days without querying the zone database for each.
struct ZoneTable: Sendable {
    /// A time span with a constant offset, in milliseconds since 1970.
    struct Span: Hashable, Sendable {
        let start: Int64
        let end: Int64
        /// Local time minus UTC, in milliseconds.
        let offset: Int64
    }

    /// Consecutive spans, ascending; the first begins at `start`.
    let spans: [Span]

    /// The sampling interval in milliseconds. No zone changes its offset twice in a day.
    private static let step: Int64 = RollupPeriod.dayLength

    /// The spans of a zone from `start` to `end`, accurate to the second.
    init(_ zone: TimeZone, from start: Int64, to end: Int64) {
        var spans: [Span] = []
        var open = start
        var offset = Self.offset(of: zone, at: start)
        var time = start
        while time < end {
            let next = min(time + Self.step, end)
            let later = Self.offset(of: zone, at: next)
            if later != offset {
                let change = Self.change(of: zone, after: time, by: next, from: offset)
                spans.append(Span(start: open, end: change, offset: offset))
                (open, offset) = (change, later)
            }
            time = next
        }
        spans.append(Span(start: open, end: max(end, open), offset: offset))
        self.spans = spans
    }

    /// The first whole second with a different offset.
    private static func change(
        of zone: TimeZone, after start: Int64, by end: Int64, from offset: Int64
    ) -> Int64 {
        var (low, high) = (
            (Double(start) / 1_000).rounded(.down), (Double(end) / 1_000).rounded(.down)
        )
        while high - low > 1 {
            let middle = ((low + high) / 2).rounded(.down)
            if self.offset(of: zone, at: Int64(middle) * 1_000) == offset {
                low = middle
            } else {
                high = middle
            }
        }
        return Int64(high) * 1_000
    }

    private static func offset(of zone: TimeZone, at time: Int64) -> Int64 {
        let second = (Double(time) / 1_000).rounded(.down)
        return Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: second))) * 1_000
    }

    /// The span that contains an instant, or the nearest one if the instant is outside of the
    /// table.
    func span(at time: Int64) -> Span {
        var (low, high) = (0, spans.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if spans[middle].end > time { high = middle } else { low = middle + 1 }
        }
        return spans[low]
    }

    /// The local day of an instant, counted since 1970.
    func day(at time: Int64) -> Int64 {
        (time + span(at: time).offset).flooredQuotient(by: RollupPeriod.dayLength)
    }
}

/// A cache of zone tables.
final class ZoneTables: Sendable {
    /// The most zones cached; callers choose the zones.
    static let zonesMax = 64
    /// How far a table extends beyond the requested time on either side, in milliseconds.
    private static let margin: Int64 = 400 * RollupPeriod.dayLength

    private struct Entry {
        let start: Int64
        let end: Int64
        let table: ZoneTable
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// Returns a table that covers the time between two instants.
    func table(_ zone: TimeZone, from start: Int64, to end: Int64) -> ZoneTable {
        let name = zone.identifier
        let known = entries.withLock { $0[name] }
        if let known, known.start <= start, known.end >= end { return known.table }
        let first = min(start - Self.margin, known?.start ?? start)
        let last = max(end + Self.margin, known?.end ?? end)
        let table = ZoneTable(zone, from: first, to: last)
        entries.withLock { entries in
            if entries.count >= Self.zonesMax, entries[name] == nil { entries.removeAll() }
            entries[name] = Entry(start: first, end: last, table: table)
        }
        return table
    }
}
