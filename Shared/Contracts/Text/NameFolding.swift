import Foundation

/// The normalization of names that people type from memory: what `SearchFolding` makes of them,
/// also without dots and without the accents of other scripts, with "Saint" as "St". Names are
/// compared by their words, while a search looks for a part of a text, with its blanks and signs.
public enum NameFolding {
    /// Returns the words of a text. Everything but letters, digits, apostrophes and dots separates
    /// them.
    public static func words(_ text: String) -> [String] {
        let words =
            foldedASCII(text)?.utf8.split(separator: UInt8(ascii: " ")).map { Substring($0) }
            ?? foldedScalars(text).split(separator: " ")
        return words.map { $0 == "saint" ? "st" : String($0) }
    }

    /// The text in lower case, with a blank for each separator; nil if it is not all ASCII. Gives
    /// what `foldedScalars` gives, without asking for the properties of each character.
    static func foldedASCII(_ text: String) -> String? {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        return unsafe String(unsafeUninitializedCapacity: text.utf8.count) { buffer in
            var count = 0
            for byte in text.utf8 {
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    unsafe buffer[count] = byte
                case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                    unsafe buffer[count] = byte | 0x20
                case UInt8(ascii: " "): unsafe buffer[count] = byte
                case UInt8(ascii: "."), UInt8(ascii: "'"), UInt8(ascii: "`"): continue
                default: unsafe buffer[count] = UInt8(ascii: " ")
                }
                count += 1
            }
            return count
        }
    }

    /// The text in lower case and without accents, with a blank for each separator.
    static func foldedScalars(_ text: String) -> String {
        var folded = String.UnicodeScalarView()
        let searched = SearchFolding.fold(text).decomposedStringWithCanonicalMapping
        for scalar in searched.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format: continue
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter,
                .otherLetter, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
                if !SearchFolding.isApostrophe(scalar) { folded.append(scalar) }
            case _ where scalar == "." || SearchFolding.isApostrophe(scalar): continue
            default: folded.append(" ")
            }
        }
        return String(folded).precomposedStringWithCanonicalMapping
    }

    /// Returns the words of a text with a blank between them; empty if it has none.
    public static func fold(_ text: String) -> String {
        if let folded = foldedASCII(text), isInOrder(folded.utf8) { return folded }
        return words(text).joined(separator: " ")
    }

    /// Returns the text in which the names of probable duplicates are the same, from the parts of a
    /// name. A part without letters and digits is compared by its characters.
    public static func key(_ parts: [String]) -> String {
        parts.map { part in
            let folded = fold(part)
            return folded.isEmpty ? CaseFolding.fold(part) : folded
        }
        .joined(separator: String(CaseFolding.separator))
    }

    /// Whether a folded text has one blank between its words and none elsewhere, and no "saint".
    private static func isInOrder(_ text: String.UTF8View) -> Bool {
        let blank = UInt8(ascii: " ")
        let saint = "saint".utf8.reduce(0) { $0 << 8 | UInt64($1) }
        var previous = blank
        var ending: UInt64 = 0
        for byte in text {
            ending = (ending << 8 | UInt64(byte)) & 0xFF_FFFF_FFFF
            if ending == saint || (byte == blank && previous == blank) { return false }
            previous = byte
        }
        return previous != blank
    }
}
