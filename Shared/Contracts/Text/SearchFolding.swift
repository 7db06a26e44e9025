import Foundation

/// The normalization of text for searching: without regard to case and accents, so that `nunez`
/// finds "Núñez".
///
/// It agrees with the index of the search in all records (FTS5's `unicode61 remove_diacritics 2`):
/// an accent goes if the letter below it is one of a to z. The letters й, ё and ί stay what they
/// are, and so do ø, ł and ß, which no accent makes.
public enum SearchFolding {
    /// Returns the folded form, in which texts are stored for searching and search texts are looked
    /// up.
    public static func fold(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text.lowercased() }
        var folded = String.UnicodeScalarView()
        var losesAccents = false
        for scalar in text.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars {
            if accents.contains(scalar.value) {
                if losesAccents { continue }
            } else {
                losesAccents = printableASCII.contains(scalar.value)
            }
            folded.append(scalar)
        }
        return String(folded).precomposedStringWithCanonicalMapping
    }

    /// Returns the folded text of a row's fields; nil if all are missing.
    public static func fold(fields: [String?]) -> String? { CaseFolding.joined(fields, fold) }

    /// The combining accents.
    private static let accents: ClosedRange<UInt32> = 0x300...0x36F
    /// Without the separator of fields, so that a field may begin with an accent.
    private static let printableASCII: ClosedRange<UInt32> = 0x20...0x7E
}
