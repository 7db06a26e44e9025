import Foundation
import Testing

@testable import Contracts

/// Days, times and instants in every zone of the system's database, on the days around both clock
/// changes of 2026 and on plain days.
@Suite struct WallClockTests {
    /// The steps of the clocks that are tried, in seconds; every change and offset of 2026 is a
    /// multiple of it.
    private static let step: Int64 = 900
    private static let day: Int64 = 86_400

    /// The names of the database's zones.
    static let zones: [String] = {
        let root = "/usr/share/zoneinfo"
        let files = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        let names = files.filter { name in
            name.first?.isUppercase == true && !name.contains(".")
                && TimeZone(identifier: name) != nil
        }
        return Array(Set(names).union(TimeZone.knownTimeZoneIdentifiers)).sorted()
    }()

    private static func offset(_ zone: TimeZone, _ seconds: Int64) -> Int64 {
        Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))))
    }

    /// The days of 2026 around each change of a zone's clocks, and a few plain ones, as runs of
    /// days that follow each other.
    private static func runs(_ zone: TimeZone) throws -> [ClosedRange<Int64>] {
        let first = try #require(CivilDay(year: 2026, month: 1, day: 1)).daysSince1970
        var runs = [first...first, (first + 104)...(first + 104)]
        for number in first..<(first + 365)
        where offset(zone, number * day) != offset(zone, (number + 1) * day) {
            runs.append((number - 1)...(number + 2))
        }
        return runs
    }

    /// What a zone's clocks show over a run of days, by a search through all its instants: the
    /// first instant of each time, and which times are shown twice.
    private struct Shown {
        var first: [Int64: Int64] = [:]
        var twice: Set<Int64> = []

        init(_ run: ClosedRange<Int64>, _ zone: TimeZone) {
            for instant in stride(
                from: (run.lowerBound - 2) * day, to: (run.upperBound + 3) * day, by: Int(step))
            {
                let local = instant + offset(zone, instant)
                if first[local] == nil { first[local] = instant } else { twice.insert(local) }
            }
        }

        /// What a skipped time counts as: from before the gap, or where that is another day from
        /// behind it.
        func skipped(_ local: Int64) -> Int64? {
            let before = first.filter { $0.key < local }.max { $0.key < $1.key }
            let after = first.filter { $0.key > local }.min { $0.key < $1.key }
            guard let before, let after else { return nil }
            let forward = local - (before.key - before.value)
            let isSameDay = (forward + (after.key - after.value)) / day == local / day
            return isSameDay ? forward : local - (after.key - after.value)
        }
    }

    @Test func theDatabaseIsThere() {
        #expect(Self.zones.count > 400)
        #expect(Self.zones.contains("America/New_York") && Self.zones.contains("Asia/Kolkata"))
    }

    // D-36, T-17: against a search through all instants near the day. A time that clocks show
    // twice is the first one; a time that they skip counts from before the gap.
    @Test func everyQuarterOfAnHourIsFoundInEveryZone() throws {
        var (gaps, doubles) = (0, 0)
        var wrong: [String] = []
        for name in Self.zones {
            let zone = try #require(TimeZone(identifier: name))
            for run in try Self.runs(zone) {
                let shown = Shown(run, zone)
                for quarter in 0..<(Int64(run.count) * 96) {
                    let local = run.lowerBound * Self.day + quarter * Self.step
                    let day = CivilDay(daysSince1970: run.lowerBound + quarter / 96)
                    let minutes = Int(quarter % 96) * 15
                    guard let time = LocalTime(hour: minutes / 60, minute: minutes % 60) else {
                        continue
                    }
                    if shown.first[local] == nil { gaps += 1 }
                    if shown.twice.contains(local) { doubles += 1 }
                    let expected = shown.first[local] ?? shown.skipped(local)
                    let found = WallClock.instant(of: day, at: time, in: zone)
                    if found.milliseconds != expected.map({ $0 * 1_000 }) {
                        wrong.append("\(name) \(day) \(time): \(found)")
                    }
                }
            }
        }
        #expect(wrong == [])
        // Half of the world changes its clocks.
        #expect(gaps > 100 && doubles > 100)
    }

    // T-17: the day of an instant is the one that its clocks show, at both ends of the day.
    @Test func noDayIsOffByOneInAnyZone() throws {
        var wrong: [String] = []
        let times = ["00:00", "12:00", "23:30", "23:59"].compactMap { LocalTime(text: $0) }
        for name in Self.zones {
            let zone = try #require(TimeZone(identifier: name))
            for day in try Self.runs(zone).joined().map({ CivilDay(daysSince1970: $0) }) {
                for time in times {
                    let instant = WallClock.instant(of: day, at: time, in: zone)
                    if WallClock.day(of: instant, in: zone) != day {
                        wrong.append("\(name) \(day) \(time)")
                    }
                }
                if day.adding(days: 1)?.adding(days: -1) != day { wrong.append("\(day)") }
            }
        }
        #expect(wrong == [])
    }

    @Test(arguments: [
        // Clocks go from 02:00 to 03:00 and back from 02:00 to 01:00.
        ("America/New_York", "2026-03-08", "02:30", "2026-03-08T07:30:00.000Z"),
        ("America/New_York", "2026-11-01", "01:30", "2026-11-01T05:30:00.000Z"),
        ("Australia/Lord_Howe", "2026-10-04", "02:15", "2026-10-03T15:45:00.000Z"),
        // Clocks go from 23:00 to midnight: the day stays.
        ("America/Nuuk", "2026-03-28", "23:30", "2026-03-29T00:30:00.000Z"),
        ("UTC", "2026-04-15", "09:00", "2026-04-15T09:00:00.000Z"),
        // A whole day was left out here.
        ("Pacific/Apia", "2011-12-30", "12:00", "2011-12-30T22:00:00.000Z"),
    ])
    func knownCases(zone: String, day: String, time: String, instant: String) throws {
        let found = WallClock.instant(
            of: try #require(CivilDay(text: day)), at: try #require(LocalTime(text: time)),
            in: try #require(TimeZone(identifier: zone)))
        #expect(found.text == instant)
    }

    @Test func instantsBefore1970HaveTheirDay() throws {
        let zone = try #require(TimeZone(identifier: "UTC"))
        #expect(WallClock.day(of: Instant(milliseconds: -1), in: zone).text == "1969-12-31")
        #expect(WallClock.day(of: .earliest, in: zone).text == "0001-01-01")
    }
}
