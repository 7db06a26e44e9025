/// The end of an id as people type it: 8 to 32 hexadecimal digits.
public struct RecordEnding: Hashable, Sendable {
    /// How many digits are accepted.
    public static let digitCounts = 8...32
    /// The error text for any other input.
    public static let refusal = "Please give the last \(digitCounts.lowerBound) or more digits"

    /// The digits, in lower case.
    public let digits: String

    /// Parses the digits in either case, ignoring hyphens; returns nil for anything else.
    public init?(_ typed: String) {
        let bytes = typed.utf8.filter { $0 != UInt8(ascii: "-") }
        let isHexadecimal = bytes.allSatisfy { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
        }
        guard typed.utf8.count <= 36, Self.digitCounts.contains(bytes.count), isHexadecimal
        else { return nil }
        digits = String(decoding: bytes, as: UTF8.self).lowercased()
    }

    /// Creates the ending that is the entire id.
    public init<Tag>(_ id: Identifier<Tag>) {
        digits = id.text.replacing("-", with: "")
    }

    /// The digits with hyphens, as at the end of an id's text.
    public var text: String {
        var text = ""
        for (place, digit) in digits.reversed().enumerated() {
            if [12, 16, 20, 24].contains(place) { text.append("-") }
            text.append(digit)
        }
        return String(text.reversed())
    }
}
