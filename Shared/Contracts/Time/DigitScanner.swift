/// Reads fixed-width decimal fields from the UTF-8 text of dates and times.
struct DigitScanner<Bytes: Collection<UInt8>> {
    private var rest: Bytes.SubSequence

    init(_ bytes: Bytes) {
        rest = bytes[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Consumes exactly `count` digits; returns nil if there are fewer.
    mutating func digits(_ count: Int) -> Int? {
        var value = 0
        for _ in 0..<count {
            guard let digit = nextDigit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// Consumes one to nine fraction digits and returns them as milliseconds, truncated.
    mutating func millisecondFraction() -> Int? {
        var value = 0
        var count = 0
        while let digit = nextDigit() {
            count += 1
            guard count <= 9 else { return nil }
            if count <= 3 {
                value = value * 10 + digit
            }
        }
        guard count > 0 else { return nil }
        for _ in min(count, 3)..<3 {
            value *= 10
        }
        return value
    }

    /// Consumes `Z` or `±hh:mm` and returns the offset in minutes east of UTC.
    mutating func offsetMinutes() -> Int? {
        if skip("Z") || skip("z") {
            return 0
        }
        let isWest = skip("-")
        guard isWest || skip("+") else { return nil }
        guard let hours = digits(2), skip(":"), let minutes = digits(2), hours < 24, minutes < 60
        else { return nil }
        let offset = hours * 60 + minutes
        return isWest ? -offset : offset
    }

    /// Consumes the character if it comes next; returns whether it did.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let byte = rest.first, UInt32(byte) == character.value else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func nextDigit() -> Int? {
        guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        else { return nil }
        rest.removeFirst()
        return Int(byte - UInt8(ascii: "0"))
    }
}
