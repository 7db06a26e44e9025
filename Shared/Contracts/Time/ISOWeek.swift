/// A week from Monday to Sunday, numbered as ISO 8601 does: it belongs to the year of its Thursday.
public struct ISOWeek: Hashable, Sendable {
    public let year: Int64
    /// The number in the year, 1 to 53.
    public let number: Int

    /// The years whose weeks can be named; the first and the last day of each are days of the
    /// calendar.
    public static let years: ClosedRange<Int64> = 1...9_998

    /// Creates the week in which a day lies.
    public init(of day: CivilDay) {
        let thursday = Self.monday(of: day.daysSince1970) + 3
        year = CivilDay(daysSince1970: thursday).year
        number = Int((thursday - Self.firstDay(ofYear: year)) / Self.days) + 1
    }

    /// Returns nil if the year has no such week or is not one of `years`.
    public init?(year: Int64, number: Int) {
        guard Self.years.contains(year), (1...53).contains(number) else { return nil }
        self.year = year
        self.number = number
        // Week 53 exists only in years that begin or end on a Thursday.
        guard ISOWeek(of: firstDay) == self else { return nil }
    }

    /// The Monday.
    public var firstDay: CivilDay { CivilDay(daysSince1970: monday) }

    /// The Sunday.
    public var lastDay: CivilDay { CivilDay(daysSince1970: monday + Self.days - 1) }

    /// The week so many weeks later; earlier if negative.
    public func adding(weeks: Int64) -> ISOWeek {
        ISOWeek(of: CivilDay(daysSince1970: monday + weeks * Self.days))
    }

    /// The days from Monday to Sunday.
    private static let days: Int64 = 7

    /// The first week is that of January 4.
    private var monday: Int64 {
        Self.monday(of: Self.firstDay(ofYear: year) + 3) + Int64(number - 1) * Self.days
    }

    /// The last Monday up to a day; both in days since 1970, which began with a Thursday.
    private static func monday(of day: Int64) -> Int64 {
        let weekday = ((day + 3) % days + days) % days
        return day - weekday
    }

    private static func firstDay(ofYear year: Int64) -> Int64 {
        CivilDay(year: year, month: 1, day: 1)?.daysSince1970 ?? 0
    }
}

extension ISOWeek: Comparable {
    public static func < (left: ISOWeek, right: ISOWeek) -> Bool {
        (left.year, left.number) < (right.year, right.number)
    }
}

// MARK: Text

extension ISOWeek: CustomStringConvertible {
    public var description: String { text }

    /// The week as ISO 8601 writes it: `2026-W07`.
    public var text: String {
        // The year as a day has it, in four digits.
        "\(CivilDay(year: year, month: 1, day: 1)?.text.prefix(4) ?? "0000")-W"
            + (number < 10 ? "0" : "") + String(number)
    }

    /// Parses `2026-W07`. Returns nil for any other form and for weeks that do not exist.
    public init?(text: some StringProtocol) {
        var scanner = DigitScanner(text.utf8)
        guard let year = scanner.digits(4), scanner.skip("-"),
            scanner.skip("W") || scanner.skip("w"), let number = scanner.digits(2),
            scanner.isAtEnd
        else { return nil }
        self.init(year: Int64(year), number: number)
    }
}
