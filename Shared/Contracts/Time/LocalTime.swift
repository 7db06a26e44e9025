/// A time of day on the local clock of a place: hours and minutes, without a zone. It is never
/// converted to an instant here (T-17).
public struct LocalTime: Hashable, Sendable {
    /// The hour, 0 to 23.
    public let hour: Int
    /// The minute, 0 to 59.
    public let minute: Int

    public static let noon = LocalTime(minutesOfDay: 720)
    public static let midnight = LocalTime(minutesOfDay: 0)

    /// Returns nil if the hour or minute is out of range.
    public init?(hour: Int, minute: Int) {
        guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
        self.hour = hour
        self.minute = minute
    }

    private init(minutesOfDay: Int) {
        hour = minutesOfDay / 60
        minute = minutesOfDay % 60
    }

    /// Minutes since midnight.
    public var minutesOfDay: Int { hour * 60 + minute }
}

extension LocalTime: Comparable {
    public static func < (left: LocalTime, right: LocalTime) -> Bool {
        left.minutesOfDay < right.minutesOfDay
    }
}

extension LocalTime: CustomStringConvertible {
    public var description: String { text }

    /// The time as five characters: `09:30`.
    public var text: String { "\(hour < 10 ? "0" : "")\(hour):\(minuteDigits)" }

    /// The time as people read it: `9:30 AM`.
    public var label: String {
        let onDial = hour % 12 == 0 ? 12 : hour % 12
        let dialDigits = onDial < 10 ? 1 : 2
        // A string of eight bytes needs no heap allocation.
        return unsafe String(unsafeUninitializedCapacity: 8) { buffer in
            unsafe writeDigits(Int64(onDial), count: dialDigits, at: 0, in: buffer)
            unsafe buffer[dialDigits] = UInt8(ascii: ":")
            unsafe writeDigits(Int64(minute), count: 2, at: dialDigits + 1, in: buffer)
            unsafe buffer[dialDigits + 3] = UInt8(ascii: " ")
            unsafe buffer[dialDigits + 4] = UInt8(ascii: hour < 12 ? "A" : "P")
            unsafe buffer[dialDigits + 5] = UInt8(ascii: "M")
            return dialDigits + 6
        }
    }

    private var minuteDigits: String { minute < 10 ? "0\(minute)" : "\(minute)" }

    /// Parses 24-hour `HH:MM`; returns nil for anything else.
    public init?(text: some StringProtocol) {
        var scanner = DigitScanner(text.utf8)
        guard let hour = scanner.digits(2), scanner.skip(":"), let minute = scanner.digits(2),
            scanner.isAtEnd
        else { return nil }
        self.init(hour: hour, minute: minute)
    }
}

extension LocalTime: TextCodable {
    public static let textProblem = "not a time of the form HH:MM"
}
