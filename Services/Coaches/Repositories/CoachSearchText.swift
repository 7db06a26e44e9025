import Contracts

/// The texts in which a search for coaches looks (CO-05, D-32).
enum CoachSearchText {
    /// The full name, which contains the first and the last name, and the other texts, folded.
    static func folded(_ fullName: String, _ texts: [String?]) -> String {
        SearchFolding.fold(fields: [fullName] + texts) ?? ""
    }

    /// The digits of a text that may be (part of) a phone number, without punctuation and `+1`;
    /// `nil` for any other text.
    static func digits(of text: String) -> String? {
        let bytes = text.utf8.drop { $0 == UInt8(ascii: " ") }
        let rest = bytes.starts(with: "+1".utf8) ? bytes.dropFirst(2) : bytes
        let digits = rest.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard !digits.isEmpty, rest.count - digits.count == rest.count(where: Self.isPunctuation)
        else { return nil }
        // Ten digits are a complete number; a leading 1 before them is the country code.
        let isLong = digits.count == 11 && digits.first == UInt8(ascii: "1")
        return String(decoding: isLong ? digits.dropFirst() : digits[...], as: UTF8.self)
    }

    /// The ten digits of the first number of a coach; `nil` for a text that has none.
    static func digits(ofPhone text: String) -> String? { TypedPhone(text)?.first.digits }

    private static func isPunctuation(_ byte: UInt8) -> Bool { "()-. ".utf8.contains(byte) }
}
