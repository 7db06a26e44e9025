import Foundation

/// The normalization of text for searching: without regard to case, accents and apostrophes, and
/// with all dashes and blanks alike, so that `nunez` finds "Núñez" and `omalley` "O’Malley".
/// `NameFolding` builds on it.
///
/// For letters it agrees with the index of the search in all records (FTS5's `unicode61
/// remove_diacritics 2`): an accent goes if the letter below it is one of a to z. The letters й, ё
/// and ί stay what they are, and so do ø, ł and ß, which no accent makes.
public enum SearchFolding {
    /// Returns the folded form, in which texts are stored for searching and search texts are looked
    /// up. A text of which nothing would be left stays as it is, in lower case.
    public static func fold(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 || $0 == apostrophe || $0 == grave }) else {
            return text.lowercased()
        }
        let lower = text.lowercased()
        var folded = String.UnicodeScalarView()
        var losesAccents = false
        for scalar in lower.decomposedStringWithCanonicalMapping.unicodeScalars {
            if accents.contains(scalar.value) {
                if losesAccents { continue }
                folded.append(scalar)
                continue
            }
            if isApostrophe(scalar) || isInvisible(scalar) { continue }
            let plain = plain(scalar)
            losesAccents = printableASCII.contains(plain.value)
            folded.append(plain)
        }
        let result = String(folded).precomposedStringWithCanonicalMapping
        return result.isEmpty ? lower.precomposedStringWithCanonicalMapping : result
    }

    /// Returns the folded text of a row's fields; nil if all are missing.
    public static func fold(fields: [String?]) -> String? { CaseFolding.joined(fields, fold) }

    /// Whether a character is one of those that people type for an apostrophe, or a letter that
    /// looks like one, as in Kaʻahumanu.
    static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool { apostrophes.contains(scalar) }

    /// Whether a text has one of the characters that people type for an apostrophe.
    public static func hasApostrophes(_ text: some StringProtocol) -> Bool {
        text.unicodeScalars.contains(where: isApostrophe)
    }

    /// Returns the text without apostrophes.
    public static func withoutApostrophes(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !isApostrophe($0) }))
    }

    /// The character that stands for all of its kind: a hyphen for dashes, a blank for blanks.
    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard scalar.value >= 0x80 else { return scalar }
        return switch scalar.properties.generalCategory {
        case .dashPunctuation: "-"
        case .spaceSeparator: " "
        case .mathSymbol where scalar == "\u{2212}": "-"
        default: scalar
        }
    }

    /// Whether nobody sees a character, such as a mark of the writing direction. The joiner of
    /// emoji stays.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x80 && scalar != "\u{200D}"
            && scalar.properties.generalCategory == .format
    }

    private static let apostrophe = UInt8(ascii: "'")
    private static let grave = UInt8(ascii: "`")
    private static let apostrophes: Set<Unicode.Scalar> = [
        "'", "`", "\u{B4}", "\u{2B9}", "\u{2BB}", "\u{2BC}", "\u{2BD}", "\u{2BE}", "\u{2BF}",
        "\u{2C8}", "\u{2018}", "\u{2019}", "\u{201A}", "\u{201B}", "\u{2032}", "\u{2035}",
        "\u{FF07}",
    ]
    /// The combining accents.
    private static let accents: ClosedRange<UInt32> = 0x300...0x36F
    /// Without the separator of fields, so that a field may begin with an accent.
    private static let printableASCII: ClosedRange<UInt32> = 0x20...0x7E
}
