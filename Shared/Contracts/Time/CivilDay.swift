/// A day of the proleptic Gregorian calendar.
///
/// A day has no time zone and is never converted to an instant here (T-17). Conversion to and from
/// days since 1970-01-01 uses integer arithmetic over 400-year eras that begin in March.
public struct CivilDay: Hashable, Sendable {
    public let year: Int64
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// Creates the day this many days after 1970-01-01.
    public init(daysSince1970 days: Int64) {
        (year, month, day) = GregorianCalendar.date(daysSince1970: days)
    }

    /// Returns nil if the calendar has no such day or the year is not 1 to 9999.
    public init?(year: Int64, month: Int, day: Int) {
        guard (1...9_999).contains(year), (1...12).contains(month), day >= 1,
            day <= CivilDay.length(ofMonth: month, year: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Days since 1970-01-01; negative for earlier days.
    public var daysSince1970: Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let shiftedMonth = Int64(month > 2 ? month - 3 : month + 9)
        let dayOfYear = (153 * shiftedMonth + 2) / 5 + Int64(day) - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// Returns the first day of this day's month, or of the month so many months later. Returns
    /// this day if the result would be after the year 9999.
    public func firstOfMonth(later months: Int = 0) -> CivilDay {
        let count = year * 12 + Int64(month - 1 + months)
        return CivilDay(year: count / 12, month: Int(count % 12) + 1, day: 1) ?? self
    }

    /// Returns the number of days in the month.
    public static func length(ofMonth month: Int, year: Int64) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
