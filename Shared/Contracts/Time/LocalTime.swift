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

    /// The time of so many minutes since midnight, which must be less than a day.
    init(minutesOfDay: Int) {
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
        // A string of eight bytes needs no heap allocation.
        unsafe String(unsafeUninitializedCapacity: Self.labelLength) {
            unsafe writeLabel(to: $0, at: 0)
        }
    }

    /// The largest length of a label, in bytes.
    static let labelLength = 8

    /// Writes the label to a place of a buffer, and returns its end.
    func writeLabel(to buffer: UnsafeMutableBufferPointer<UInt8>, at place: Int) -> Int {
        let onDial = hour % 12 == 0 ? 12 : hour % 12
        let minutes = place + (onDial < 10 ? 1 : 2) + 1
        unsafe writeDigits(Int64(onDial), count: minutes - place - 1, at: place, in: buffer)
        unsafe buffer[minutes - 1] = UInt8(ascii: ":")
        unsafe writeDigits(Int64(minute), count: 2, at: minutes, in: buffer)
        unsafe buffer[minutes + 2] = UInt8(ascii: " ")
        unsafe buffer[minutes + 3] = UInt8(ascii: hour < 12 ? "A" : "P")
        unsafe buffer[minutes + 4] = UInt8(ascii: "M")
        return minutes + 5
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
