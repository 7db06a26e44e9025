/// Phone numbers as people type them: `(919) 555-0100`, `1-919-555-0100`, `919.555.0100 ext. 12`,
/// `cell: 919-555-0100 / office: 919-555-0199 x3`.
public struct TypedPhone: Hashable, Sendable {
    /// The text without what nobody sees, with plain hyphens.
    public let text: String
    /// The first number, which is the one that is dialed.
    public let first: Number

    /// A North American number.
    public struct Number: Hashable, Sendable {
        /// The ten digits.
        public let digits: String
        public let `extension`: String?
    }

    /// Reads one number or several. Returns nil for a text that has none, or other digits.
    public init?(_ typed: String) {
        text = typed.visibleLine.replacing(/[\u{2010}-\u{2015}\u{2212}]/, with: "-")
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        if let digits = Self.plainDigits(text) {
            first = Number(digits: digits, extension: nil)
            return
        }
        let number =
            /(?:\+?1[ .\-]*)?\(?([0-9]{3})\)?[ .\-]*([0-9]{3})[ .\-]*([0-9]{4})(?![0-9])/
        let tail = /[ ,]*(?:extension|ext|x|#)[ .:#]*([0-9]{1,6})(?![0-9])/.ignoresCase()
        var first: Number?
        // What stands beside the numbers are labels, in words.
        var labels = text
        while let match = labels.firstMatch(of: number) {
            let ext = labels[match.range.upperBound...].prefixMatch(of: tail)
            first =
                first
                ?? Number(
                    digits: "\(match.1)\(match.2)\(match.3)",
                    extension: (ext?.1).map { String($0) })
            let end = ext?.range.upperBound ?? match.range.upperBound
            labels.replaceSubrange(match.range.lowerBound..<end, with: "\u{1F}")
        }
        guard let first, !labels.contains(/[0-9+@]|\u{1F}[A-Za-z]|[A-Za-z]\u{1F}/) else {
            return nil
        }
        self.first = first
    }

    /// The ten digits of a text that has nothing but punctuation beside them, and a 1 or +1 before
    /// them.
    private static func plainDigits(_ text: String) -> String? {
        let isInternational = text.hasPrefix("+")
        let digits = text.utf8.filter { digitBytes.contains($0) }
        let others = text.utf8.dropFirst(isInternational ? 1 : 0).filter {
            !digitBytes.contains($0)
        }
        guard others.allSatisfy("()-. ".utf8.contains) else { return nil }
        let hasCountry = digits.count == 11 && digits.first == UInt8(ascii: "1")
        guard hasCountry || digits.count == 10 && !isInternational else { return nil }
        return String(decoding: digits.suffix(10), as: UTF8.self)
    }

    private static let digitBytes = UInt8(ascii: "0")...UInt8(ascii: "9")
}
