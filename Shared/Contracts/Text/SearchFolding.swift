import Foundation

/// The normalization of text for searching: case-insensitive, accent-sensitive (`é` is found by `É`
/// in any composition, but not by `e`).
public enum SearchFolding {
    /// Separates the fields in a row's folded text; it cannot be typed into a search.
    public static let separator: Character = "\u{1F}"

    /// Returns the folded form, in which texts are stored for searching and search texts are looked
    /// up.
    public static func fold(_ text: String) -> String {
        text.utf8.allSatisfy({ $0 < 0x80 })
            ? text.lowercased() : text.lowercased().precomposedStringWithCanonicalMapping
    }

    /// Returns the folded text of a row's fields; nil if all are missing.
    public static func fold(fields: [String?]) -> String? {
        let present = fields.compactMap { $0 }
        guard !present.isEmpty else { return nil }
        return present.map(fold).joined(separator: String(separator))
    }
}
