import Contracts
import Foundation
import Support

/// Random zones, times and posts, with a liking for where things go wrong: changes of the clock,
/// midnights, the edge of the window, quarters of an hour.
struct RandomPosts {
    static let day: Int64 = 86_400_000
    /// Zones with odd offsets and odd changes.
    private static let oddZones = [
        "America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe", "America/Sao_Paulo",
        "Pacific/Apia", "Africa/Casablanca", "Asia/Gaza", "Europe/Dublin", "Antarctica/Troll",
        "America/Asuncion", "Pacific/Chatham", "America/New_York", "Pacific/Auckland",
        "America/Havana", "Asia/Tehran", "Pacific/Kiritimati", "Africa/Monrovia", "UTC",
        "America/Caracas", "Asia/Pyongyang", "Europe/Lisbon", "America/Scoresbysund",
    ]

    var random: SeededNumbers

    mutating func isTrue(_ chance: Double) -> Bool {
        Double.random(in: 0..<1, using: &random) < chance
    }

    mutating func number(_ range: ClosedRange<Int64>) -> Int64 {
        Int64.random(in: range, using: &random)
    }

    mutating func zone() -> TimeZone {
        let name =
            isTrue(0.5)
            ? Self.oddZones.randomElement(using: &random)
            : TimeZone.knownTimeZoneIdentifiers.randomElement(using: &random)
        return name.flatMap { TimeZone(identifier: $0) } ?? .gmt
    }

    /// A time of reading: often a change of the clock now, or where a window begins.
    mutating func now(in zone: TimeZone) -> Instant {
        let base = Instant(milliseconds: number(725_846_400_000...1_830_000_000_000))
        guard isTrue(0.6), let change = zone.nextDaylightSavingTimeTransition(after: base.date)
        else { return base }
        let back: Int64 = [0, 7, 30, 90, 0][Int(number(0...4))]
        let near = Int64(change.timeIntervalSince1970) * 1_000 + back * Self.day
        return Instant(milliseconds: near + number(-5_400_000...5_400_000))
    }

    /// Dates of posts that matter to a reader at `now`.
    mutating func dates(_ count: Int, now: Instant, zone: TimeZone) -> [Instant] {
        let spans: [Int64] = [
            3_600_000, Self.day, 8 * Self.day, 40 * Self.day, 100 * Self.day, 380 * Self.day,
            1_500 * Self.day, 4_000 * Self.day,
        ]
        let span = spans[Int(number(0...Int64(spans.count - 1)))]
        return (0..<count).map { _ in
            var time = now.milliseconds - number(-span / 20...span)
            switch number(0...9) {
            case 0:
                let days: Int64 = [7, 30, 90][Int(number(0...2))]
                time =
                    now.milliseconds - days * Self.day + number(-2...2)
                    + [-3_600_000, 0, 3_600_000][Int(number(0...2))]
            case 1:
                // A midnight of the reader, more or less.
                let offset =
                    Int64(
                        zone.secondsFromGMT(for: Instant(milliseconds: time).date)) * 1_000
                time = (time + offset) / Self.day * Self.day - offset + number(-1...1)
            case 2: time = time / 900_000 * 900_000 + number(-1...1)
            case 3:
                if let change = zone.nextDaylightSavingTimeTransition(
                    after: Instant(milliseconds: time).date), change < now.date
                {
                    time =
                        Int64(change.timeIntervalSince1970) * 1_000
                        + number(-7_200_000...7_200_000)
                }
            default: break
            }
            return Instant(milliseconds: max(time, 0))
        }
    }
}
