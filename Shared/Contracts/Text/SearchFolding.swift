import Foundation

/// How texts are compared when people search: without regard to case, with accents as written
/// (`é` is found by `É` however either is composed, but not by `e`).
public enum SearchFolding {
    /// Stands between the fields of one row's folded text; it cannot be typed into a search.
    public static let separator: Character = "\u{1F}"

    /// The form in which texts are stored for searching and in which a search text is looked up.
    public static func fold(_ text: String) -> String {
        text.utf8.allSatisfy({ $0 < 0x80 })
            ? text.lowercased() : text.lowercased().precomposedStringWithCanonicalMapping
    }

    /// The folded text of one row's fields; `nil` if all are missing.
    public static func fold(fields: [String?]) -> String? {
        let present = fields.compactMap { $0 }
        guard !present.isEmpty else { return nil }
        return present.map(fold).joined(separator: String(separator))
    }
}
