import Glibc

/// A time to the second, as fields such as `Last-Modified` have it (RFC 9110, 5.6.7).
public struct HTTPDate: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The seconds since 1970, in UTC, within the years 1 to 9999.
    public let seconds: Int64

    /// Creates the time this many seconds after 1970, within the years that the text can express.
    public init(seconds: Int64) {
        self.seconds = min(max(seconds, Self.earliest), Self.latest)
    }

    private static let earliest: Int64 = -62_135_596_800
    private static let latest: Int64 = 253_402_300_799
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    public static func < (left: HTTPDate, right: HTTPDate) -> Bool { left.seconds < right.seconds }

    // MARK: Writing

    /// The preferred form, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    public var description: String {
        let (year, month, day, weekday) = Self.date(of: seconds)
        let time = seconds - Self.midnight(year, month, day)
        let clock = [time / 3_600, time / 60 % 60, time % 60].map { Self.padded($0, to: 2) }
        return "\(Self.weekdays[weekday]), \(Self.padded(day, to: 2)) \(Self.months[month]) "
            + "\(Self.padded(year, to: 4)) \(clock.joined(separator: ":")) GMT"
    }

    private static func padded(_ number: Int64, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    // MARK: Reading

    /// Reads one of the three forms that senders use; nil for anything else. The day of the week is
    /// not compared with the date. Years of two digits are those from 1970 to 2069.
    public init?(parsing text: String) {
        let words = text.split(separator: " ").map(String.init)
        let parts: (day: String, month: String, year: String, time: String)
        switch words.count {
        // Sun, 06 Nov 1994 08:49:37 GMT
        case 6 where words[0].hasSuffix(",") && words[5] == "GMT":
            parts = (words[1], words[2], words[3], words[4])
        // Sun Nov  6 08:49:37 1994
        case 5:
            parts = (words[2], words[1], words[4], words[3])
        // Sunday, 06-Nov-94 08:49:37 GMT
        case 4 where words[0].hasSuffix(",") && words[3] == "GMT":
            let date = words[1].split(separator: "-").map(String.init)
            guard date.count == 3, let year = Self.number(date[2], digits: 2...2) else {
                return nil
            }
            parts = (date[0], date[1], String(year + (year < 70 ? 2_000 : 1_900)), words[2])
        default: return nil
        }
        guard let day = Self.number(parts.day, digits: 1...2),
            let month = Self.months.firstIndex(of: parts.month),
            let year = Self.number(parts.year, digits: 4...4), year >= 1,
            let time = Self.secondsOfDay(parts.time)
        else { return nil }
        let midnight = Self.midnight(year, month, day)
        let date = Self.date(of: midnight)
        guard (date.year, date.month, date.day) == (year, month, day) else { return nil }
        self.init(seconds: midnight + time)
    }

    /// Reads `08:49:37`; second 60 is a leap second.
    private static func secondsOfDay(_ text: String) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            .compactMap { number(String($0), digits: 2...2) }
        guard parts.count == 3, parts[0] < 24, parts[1] < 60, parts[2] <= 60 else { return nil }
        return parts[0] * 3_600 + parts[1] * 60 + parts[2]
    }

    private static func number(_ text: String, digits: ClosedRange<Int>) -> Int64? {
        guard digits.contains(text.utf8.count),
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int64(text)
    }

    // MARK: The calendar

    /// Midnight at the beginning of a day, in seconds since 1970; months count from 0. A day that
    /// its month does not have becomes one of another month (timegm(3)).
    private static func midnight(_ year: Int64, _ month: Int, _ day: Int64) -> Int64 {
        var parts = unsafe tm()
        unsafe parts.tm_year = Int32(clamping: year - 1_900)
        unsafe parts.tm_mon = Int32(clamping: month)
        unsafe parts.tm_mday = Int32(clamping: day)
        return Int64(unsafe timegm(&parts))
    }

    /// The date of a time; months and days of the week count from 0 (gmtime_r(3)).
    private static func date(
        of seconds: Int64
    ) -> (year: Int64, month: Int, day: Int64, weekday: Int) {
        var time = time_t(seconds)
        var parts = unsafe tm()
        _ = unsafe gmtime_r(&time, &parts)
        return (
            year: unsafe Int64(parts.tm_year) + 1_900, month: unsafe Int(parts.tm_mon),
            day: unsafe Int64(parts.tm_mday), weekday: unsafe Int(parts.tm_wday)
        )
    }
}
