public import Foundation

/// A point in time: whole milliseconds since 1970-01-01T00:00:00Z.
///
/// On the wire it is UTC in the ISO 8601 profile of RFC 3339 with exactly three fraction digits,
/// `2026-02-10T12:00:00.000Z`; in SQL it is the number. A day without a time is a `CivilDay`, never
/// an instant.
public struct Instant: Hashable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public let milliseconds: Int64

    /// The earliest instant that the text form can express, 0001-01-01T00:00:00.000Z.
    public static let earliest = Instant(milliseconds: -62_135_596_800_000)
    /// The latest instant that the text form can express, 9999-12-31T23:59:59.999Z.
    public static let latest = Instant(milliseconds: 253_402_300_799_999)

    /// Creates the instant this many milliseconds after 1970, clamped to `earliest` and `latest`.
    public init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, -62_135_596_800_000), 253_402_300_799_999)
    }

    /// Creates an instant from a Foundation date, rounded to the nearest millisecond. A date counts
    /// binary fractions of seconds, so truncation could lose a millisecond in a round trip.
    public init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        if let exact = Int64(exactly: milliseconds) {
            self.init(milliseconds: exact)
        } else {
            self = milliseconds < 0 ? .earliest : .latest
        }
    }

    /// The instant as a Foundation date, for calendar arithmetic.
    public var date: Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }

    /// Returns this instant moved by a duration, clamped to `earliest` and `latest`.
    public func advanced(by duration: Duration) -> Instant {
        let part = duration.wholeMilliseconds
        let (sum, isOver) = milliseconds.addingReportingOverflow(part)
        if isOver { return part < 0 ? .earliest : .latest }
        return min(max(Instant(milliseconds: sum), .earliest), .latest)
    }
}

extension Instant: Comparable {
    public static func < (left: Instant, right: Instant) -> Bool {
        left.milliseconds < right.milliseconds
    }
}

// MARK: Text

extension Instant: CustomStringConvertible {
    public var description: String { text }

    /// The instant as 24 characters: `2026-02-10T12:00:00.000Z`.
    public var text: String {
        unsafe String(unsafeUninitializedCapacity: Instant.textLength) { buffer in
            unsafe writeText(into: buffer)
            return Instant.textLength
        }
    }

    /// The characters of the text form, for a place that needs no `String`.
    public var textBytes: InlineArray<24, UInt8> {
        var bytes = InlineArray<24, UInt8>(repeating: 0)
        var span = bytes.mutableSpan
        unsafe span.withUnsafeMutableBufferPointer { unsafe writeText(into: $0) }
        return bytes
    }

    /// The length of the text form, in bytes.
    static let textLength = 24

    /// Writes the text form to the start of `buffer`, which must hold at least `textLength` bytes.
    func writeText(into buffer: UnsafeMutableBufferPointer<UInt8>) {
        let millisecondsPerDay: Int64 = 86_400_000
        let day = milliseconds.flooredQuotient(by: millisecondsPerDay)
        let rest = milliseconds - day * millisecondsPerDay
        let civil = CivilDay(daysSince1970: day)
        unsafe buffer[4] = UInt8(ascii: "-")
        unsafe buffer[7] = UInt8(ascii: "-")
        unsafe buffer[10] = UInt8(ascii: "T")
        unsafe buffer[13] = UInt8(ascii: ":")
        unsafe buffer[16] = UInt8(ascii: ":")
        unsafe buffer[19] = UInt8(ascii: ".")
        unsafe buffer[23] = UInt8(ascii: "Z")
        unsafe writeDigits(civil.year, count: 4, at: 0, in: buffer)
        unsafe writeDigits(Int64(civil.month), count: 2, at: 5, in: buffer)
        unsafe writeDigits(Int64(civil.day), count: 2, at: 8, in: buffer)
        unsafe writeDigits(rest / 3_600_000, count: 2, at: 11, in: buffer)
        unsafe writeDigits(rest / 60_000 % 60, count: 2, at: 14, in: buffer)
        unsafe writeDigits(rest / 1_000 % 60, count: 2, at: 17, in: buffer)
        unsafe writeDigits(rest % 1_000, count: 3, at: 20, in: buffer)
    }

    /// Parses RFC 3339 text: a date, a time with seconds, an optional fraction (truncated to
    /// milliseconds), and `Z` or an offset. Returns nil for any other form and for days and times
    /// that do not exist (2026-02-30, 24:00:00, a leap second).
    public init?(text: some StringProtocol) {
        var scanner = DigitScanner(text.utf8)
        guard let year = scanner.digits(4), scanner.skip("-"),
            let month = scanner.digits(2), scanner.skip("-"),
            let day = scanner.digits(2),
            scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
            let hour = scanner.digits(2), scanner.skip(":"),
            let minute = scanner.digits(2), scanner.skip(":"),
            let second = scanner.digits(2),
            hour < 24, minute < 60, second < 60,
            let civil = CivilDay(year: Int64(year), month: month, day: day)
        else { return nil }
        var fraction = 0
        if scanner.skip(".") {
            guard let value = scanner.millisecondFraction() else { return nil }
            fraction = value
        }
        guard let offset = scanner.offsetMinutes(), scanner.isAtEnd else { return nil }
        let minutes = Int64(hour) * 60 + Int64(minute) - Int64(offset)
        let seconds = civil.daysSince1970 * 86_400 + minutes * 60 + Int64(second)
        let milliseconds = seconds * 1_000 + Int64(fraction)
        guard milliseconds >= Instant.earliest.milliseconds,
            milliseconds <= Instant.latest.milliseconds
        else { return nil }
        self.init(milliseconds: milliseconds)
    }
}

extension Instant {
    /// Parses the form that programs write: UTC with seconds and no fraction or three fraction
    /// digits. Returns nil for any other form; `init(text:)` may still accept it.
    init?(plain text: Span<UInt8>) {
        guard text.count == 20 || text.count == Instant.textLength,
            text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
            text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"),
            text[16] == UInt8(ascii: ":"), text[text.count - 1] == UInt8(ascii: "Z"),
            let year = digits(text, 0..<4), let month = digits(text, 5..<7),
            let day = digits(text, 8..<10), let hour = digits(text, 11..<13),
            let minute = digits(text, 14..<16), let second = digits(text, 17..<19),
            hour < 24, minute < 60, second < 60,
            let civil = CivilDay(year: Int64(year), month: month, day: day)
        else { return nil }
        var fraction = 0
        if text.count == Instant.textLength {
            guard text[19] == UInt8(ascii: "."), let value = digits(text, 20..<23) else {
                return nil
            }
            fraction = value
        }
        let seconds = civil.daysSince1970 * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
        self.init(milliseconds: seconds * 1_000 + Int64(fraction))
    }
}

private func digits(_ text: Span<UInt8>, _ places: Range<Int>) -> Int? {
    var value = 0
    for place in places {
        guard 0x30...0x39 ~= text[place] else { return nil }
        value = value &* 10 &+ Int(text[place] &- 0x30)
    }
    return value
}

extension Instant: TextCodable {
    public static let textProblem = "not an instant of RFC 3339"
}

/// Writes the last `count` decimal digits of a number, padded with zeros.
func writeDigits(
    _ value: Int64, count: Int, at start: Int, in buffer: UnsafeMutableBufferPointer<UInt8>
) {
    var rest = value
    for position in stride(from: start + count - 1, through: start, by: -1) {
        unsafe buffer[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
    }
}
