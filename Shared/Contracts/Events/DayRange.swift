/// Formats a span of days for people (EV-04, T-16).
public enum DayRange {
    /// Returns `Apr 15, 2026` for one day, `Apr 15 - 16, 2026` within a month, `Apr 30 - May 2,
    /// 2026` within a year, and both years otherwise: `Dec 30, 2026 - Jan 2, 2027`.
    public static func text(_ start: CivilDay, _ end: CivilDay?) -> String {
        guard let end, end != start else { return start.label }
        if start.year != end.year { return "\(start.label) - \(end.label)" }
        let first = "\(start.monthName) \(start.day)"
        guard start.month != end.month else { return "\(first) - \(end.day), \(end.year)" }
        return "\(first) - \(end.label)"
    }
}
