/// The proleptic Gregorian calendar.
public enum GregorianCalendar {
    /// Returns the day that is so many days after 1970-01-01. Uses integer arithmetic over 400-year
    /// eras that begin in March, after Howard Hinnant's `civil_from_days`.
    @inlinable
    public static func date(daysSince1970 days: Int64) -> (year: Int64, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
            Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
        )
    }
}
