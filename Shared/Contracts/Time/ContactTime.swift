/// When a contact was, as exactly as it is known.
///
/// A day and a month are calendar days for everybody, in no time zone. Their instant is noon UTC
/// of the day, or of the month's first day; it only gives them a place among others.
public struct ContactTime: Hashable, Sendable {
    public let instant: Instant
    /// What is known; nil if the time of day is.
    public let precision: DatePrecision?

    private init(_ instant: Instant, _ precision: DatePrecision?) {
        (self.instant, self.precision) = (instant, precision)
    }

    /// An instant.
    public static func at(_ instant: Instant) -> ContactTime { ContactTime(instant, nil) }

    /// A day of which the time is not known.
    public static func on(_ day: CivilDay) -> ContactTime { ContactTime(noon(of: day), .day) }

    /// A month of which the day is not known.
    public static func `in`(monthOf day: CivilDay) -> ContactTime {
        ContactTime(noon(of: day.firstOfMonth()), .month)
    }

    /// Creates the time of an instant whose day or month is all that is known. The time of day is
    /// set to noon, and the day of a month to the first.
    public init(_ instant: Instant, knownTo precision: DatePrecision?) {
        let day = CivilDay(
            daysSince1970: instant.milliseconds.flooredQuotient(by: Self.millisecondsPerDay))
        self =
            switch precision {
            case nil: .at(instant)
            case .day: .on(day)
            case .month: .in(monthOf: day)
            }
    }

    /// Parses an RFC 3339 instant, a day `2026-02-03` or a month `2026-02`; nil for anything else.
    public init?(text: some StringProtocol) {
        if let instant = Instant(text: text) {
            self = .at(instant)
        } else if let day = CivilDay(text: text) {
            self = .on(day)
        } else if let day = CivilDay(month: text) {
            self = .in(monthOf: day)
        } else {
            return nil
        }
    }

    /// The form in which `init(text:)` reads it.
    public var text: String {
        guard let precision, let day else { return instant.text }
        return precision == .day ? day.text : day.monthText
    }

    /// The day, or the first of the month, if no time of day is known; nil otherwise.
    public var day: CivilDay? {
        precision == nil
            ? nil
            : CivilDay(
                daysSince1970: instant.milliseconds.flooredQuotient(by: Self.millisecondsPerDay))
    }

    /// The day or the month as people read it; nil if the time of day is known.
    public var dayLabel: String? {
        day.map { precision == .month ? $0.monthLabel : $0.label }
    }

    private static let millisecondsPerDay: Int64 = 86_400_000

    private static func noon(of day: CivilDay) -> Instant {
        Instant(milliseconds: day.daysSince1970 * millisecondsPerDay + millisecondsPerDay / 2)
    }
}

extension ContactTime: TextCodable {
    public static let textProblem = "not an instant of RFC 3339, a day or a month"
}
