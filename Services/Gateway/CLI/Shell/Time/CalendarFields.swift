import Contracts
import Glibc

/// The calendar fields of an instant, computed by the C library.
struct CalendarFields: Equatable {
    var year: Int
    /// 1 to 12.
    var month: Int
    /// 1 to 31; other values reach into neighbouring months.
    var day: Int
    var hour: Int
    var minute: Int
    var second: Int
    var millisecond: Int64
}

extension CalendarFields {
    /// The fields in the process's zone.
    init?(local instant: Instant) {
        var parts = unsafe tm()
        var seconds = Self.wholeSeconds(instant)
        guard unsafe localtime_r(&seconds, &parts) != nil else { return nil }
        unsafe self.init(parts, instant)
    }

    private init(_ parts: tm, _ instant: Instant) {
        unsafe year = Int(parts.tm_year) + 1_900
        unsafe month = Int(parts.tm_mon) + 1
        unsafe day = Int(parts.tm_mday)
        unsafe hour = Int(parts.tm_hour)
        unsafe minute = Int(parts.tm_min)
        unsafe second = Int(parts.tm_sec)
        millisecond = instant.milliseconds - Int64(Self.wholeSeconds(instant)) * 1_000
    }

    /// The instant of these fields in the process's zone. A time skipped by a clock change is moved
    /// as `mktime` does.
    var localInstant: Instant? {
        var parts = unsafe tm()
        unsafe parts.tm_year = Int32(clamping: year - 1_900)
        unsafe parts.tm_mon = Int32(clamping: month - 1)
        unsafe parts.tm_mday = Int32(clamping: day)
        unsafe parts.tm_hour = Int32(clamping: hour)
        unsafe parts.tm_min = Int32(clamping: minute)
        unsafe parts.tm_sec = Int32(clamping: second)
        unsafe parts.tm_isdst = -1
        let seconds = unsafe mktime(&parts)
        // Keeps the product below from overflowing; the limit is over 30,000 years.
        guard abs(seconds) < 1_000_000_000_000 else { return nil }
        return Instant(milliseconds: Int64(seconds) * 1_000 + millisecond)
    }

    private static func wholeSeconds(_ instant: Instant) -> time_t {
        time_t(instant.milliseconds.flooredQuotient(by: 1_000))
    }
}
