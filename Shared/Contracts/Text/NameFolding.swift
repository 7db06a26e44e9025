import Foundation

/// The normalization of names that people type from memory: without case, accents, apostrophes and
/// dots, with "Saint" as "St".
public enum NameFolding {
    /// Returns the words of a text. Everything but letters, digits, apostrophes and dots separates
    /// them.
    public static func words(_ text: String) -> [String] {
        var folded = String.UnicodeScalarView()
        for scalar in text.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format: continue
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter,
                .otherLetter, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
                folded.append(scalar)
            case _ where dropped.contains(scalar): continue
            default: folded.append(" ")
            }
        }
        return String(folded).precomposedStringWithCanonicalMapping.split(separator: " ")
            .map { $0 == "saint" ? "st" : String($0) }
    }

    /// Returns the words of a text with a blank between them; empty if it has none.
    public static func fold(_ text: String) -> String { words(text).joined(separator: " ") }

    private static let dropped: Set<Unicode.Scalar> = [".", "'", "\u{2018}", "\u{2019}", "`"]
}
