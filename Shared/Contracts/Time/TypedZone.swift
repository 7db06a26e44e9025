import Foundation

/// A time zone that is written behind a time of day.
public enum TypedZone: Hashable, Sendable {
    /// An offset in minutes east of UTC: `UTC`, `-0500`.
    case offset(Int)
    /// A zone whose clocks change, by its name in the system's database: `ET`.
    case place(String)

    /// The instant at which the zone's clocks show a day and time; nil if it is out of range or
    /// the system does not know the zone.
    func instant(of day: CivilDay, at time: LocalTime) -> Instant? {
        switch self {
        case .offset(let minutes):
            let local = day.daysSince1970 * 1_440 + Int64(time.minutesOfDay)
            let instant = (local - Int64(minutes)) * 60_000
            let years = Instant.earliest.milliseconds...Instant.latest.milliseconds
            return years.contains(instant) ? Instant(milliseconds: instant) : nil
        case .place(let name):
            return TimeZone(identifier: name).map { WallClock.instant(of: day, at: time, in: $0) }
        }
    }

    /// The zones that a word can mean; empty if it means none. A name of standard time such as
    /// `EST` can also mean the clocks of its place, which many people call so all year.
    static func named(_ word: String) -> [TypedZone] { names[word] ?? [] }

    private static let names: [String: [TypedZone]] = {
        var names: [String: [TypedZone]] = [
            "utc": [.offset(0)], "gmt": [.offset(0)], "z": [.offset(0)],
            "hst": [.offset(-600)], "ht": [.offset(-600)],
        ]
        let places = [
            ("e", "eastern", "America/New_York", -300), ("c", "central", "America/Chicago", -360),
            ("m", "mountain", "America/Denver", -420),
            ("p", "pacific", "America/Los_Angeles", -480),
            ("ak", "alaska", "America/Anchorage", -540),
        ]
        for (letter, word, place, standard) in places {
            names["\(letter)st"] = [.offset(standard), .place(place)]
            names["\(letter)dt"] = [.offset(standard + 60), .place(place)]
            names["\(letter)t"] = [.place(place)]
            names[word] = [.place(place)]
        }
        return names
    }()

    /// Parses `+0000`, `-05` and `-05:00`, also behind `utc` or `gmt`; nil for anything else.
    init?(offset text: some StringProtocol) {
        var digits = Substring(text)
        let isNamed = ["utc", "gmt"].contains { digits.hasPrefix($0) }
        if isNamed { digits = digits.dropFirst(3) }
        let isWest = digits.first == "-"
        guard isWest || digits.first == "+" else { return nil }
        digits = digits.dropFirst()
        var parts = digits.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        if parts.count == 1, parts[0].utf8.count == 4 {
            parts = [String(digits.prefix(2)), String(digits.suffix(2))]
        }
        guard (1...2).contains(parts.count),
            let hours = TypedDigits.number(parts[0], isNamed ? 1...2 : 2...2), hours <= 14,
            let minutes = parts.count == 2 ? TypedDigits.number(parts[1], 2...2) : 0,
            minutes < 60
        else { return nil }
        let offset = hours * 60 + minutes
        self = .offset(isWest ? -offset : offset)
    }
}

extension TypedZone: CustomStringConvertible {
    /// The zone as a word behind a time: `UTC-05:00`, `America/New_York`.
    public var description: String {
        switch self {
        case .offset(0): return "UTC"
        case .offset(let minutes):
            let size = abs(minutes)
            let time = LocalTime(hour: size / 60, minute: size % 60)
            return "UTC\(minutes < 0 ? "-" : "+")\(time?.text ?? "")"
        case .place(let name): return name
        }
    }
}
