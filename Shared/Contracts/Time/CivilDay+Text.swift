extension CivilDay: Comparable {
    public static func < (left: CivilDay, right: CivilDay) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    /// Returns the day this many days later (earlier if negative), or nil outside the years 1 to
    /// 9999.
    public func adding(days: Int) -> CivilDay? {
        let (sum, isOver) = daysSince1970.addingReportingOverflow(Int64(days))
        guard !isOver, CivilDay.range.contains(sum) else { return nil }
        return CivilDay(daysSince1970: sum)
    }

    /// 0001-01-01 to 9999-12-31 in days since 1970-01-01.
    static let range: ClosedRange<Int64> = -719_162...2_932_896
}

// MARK: Text

extension CivilDay: CustomStringConvertible {
    public var description: String { text }

    /// The day as ten characters: `2026-04-15`.
    public var text: String {
        guard 0...9_999 ~= year else {
            return "\(Self.padded(Int(year), 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
        }
        // A string of ten bytes needs no heap allocation.
        return unsafe String(unsafeUninitializedCapacity: 10) { buffer in
            unsafe buffer[4] = UInt8(ascii: "-")
            unsafe buffer[7] = UInt8(ascii: "-")
            unsafe writeDigits(year, count: 4, at: 0, in: buffer)
            unsafe writeDigits(Int64(month), count: 2, at: 5, in: buffer)
            unsafe writeDigits(Int64(day), count: 2, at: 8, in: buffer)
            return 10
        }
    }

    /// Parses `YYYY-MM-DD`. Returns nil for any other form and for days that do not exist, such as
    /// 2026-02-30.
    public init?(text: some StringProtocol) {
        var scanner = DigitScanner(text.utf8)
        guard let year = scanner.digits(4), scanner.skip("-"), let month = scanner.digits(2),
            scanner.skip("-"), let day = scanner.digits(2), scanner.isAtEnd
        else { return nil }
        self.init(year: Int64(year), month: month, day: day)
    }

    /// The three-letter name of the month, such as `Apr`.
    public var monthName: String { Self.monthNames[month - 1] }

    /// The day as people read it: `Apr 15, 2026`.
    public var label: String {
        guard hasUsualYear else { return "\(monthName) \(day), \(year)" }
        // A string of twelve bytes needs no heap allocation.
        return unsafe String(unsafeUninitializedCapacity: Self.labelLength) {
            unsafe writeLabel(to: $0)
        }
    }

    /// The day and a time as people read them: `Apr 15, 2026, 9:30 AM`.
    public func label(at time: LocalTime) -> String {
        guard hasUsualYear else { return "\(label), \(time.label)" }
        return unsafe String(
            unsafeUninitializedCapacity: Self.labelLength + 2 + LocalTime.labelLength
        ) { buffer in
            let end = unsafe writeLabel(to: buffer)
            unsafe buffer[end] = UInt8(ascii: ",")
            unsafe buffer[end + 1] = UInt8(ascii: " ")
            return unsafe time.writeLabel(to: buffer, at: end + 2)
        }
    }

    /// The largest length of a label with a usual year, in bytes.
    private static let labelLength = 12

    /// Whether the year has four digits.
    private var hasUsualYear: Bool { 1_000...9_999 ~= year }

    /// Writes the label of a usual year to the start of a buffer, and returns its end.
    private func writeLabel(to buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let dayDigits = day < 10 ? 1 : 2
        var place = 0
        for byte in monthName.utf8 {
            unsafe buffer[place] = byte
            place += 1
        }
        unsafe buffer[3] = UInt8(ascii: " ")
        unsafe writeDigits(Int64(day), count: dayDigits, at: 4, in: buffer)
        unsafe buffer[4 + dayDigits] = UInt8(ascii: ",")
        unsafe buffer[5 + dayDigits] = UInt8(ascii: " ")
        unsafe writeDigits(year, count: 4, at: 6 + dayDigits, in: buffer)
        return 10 + dayDigits
    }

    /// The three-letter names of the months.
    public static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func padded(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}

extension CivilDay: TextCodable {
    public static let textProblem = "not a day of the form YYYY-MM-DD"
}
