/// How much of a contact's date is known, if it is less than its time of day.
public enum DatePrecision: String, Codable, JSONWritable, JSONReadable, Sendable, CaseIterable,
    Hashable
{
    case day
    case month
}

extension CivilDay {
    /// Parses a month, `2026-02`, as its first day; nil for anything else.
    public init?(month text: some StringProtocol) {
        guard text.utf8.count == 7 else { return nil }
        self.init(text: text + "-01")
    }

    /// The month as seven characters: `2026-02`.
    public var monthText: String { String(text.dropLast(3)) }

    /// The month as people read it: `Feb 2026`.
    public var monthLabel: String { "\(monthName) \(year)" }

    /// The last day of this day's month.
    public var lastOfMonth: CivilDay {
        CivilDay(year: year, month: month, day: Self.length(ofMonth: month, year: year)) ?? self
    }
}
