import Foundation

/// The normalization of texts that are told apart or put in order, such as the names of schools:
/// without regard to case, in one composition. An accent is not its letter.
public enum CaseFolding {
    /// Separates the fields in a folded text; it cannot be typed.
    public static let separator: Character = "\u{1F}"

    /// Returns the folded form, in which texts are stored and looked up.
    public static func fold(_ text: String) -> String {
        text.utf8.allSatisfy({ $0 < 0x80 })
            ? text.lowercased() : text.lowercased().precomposedStringWithCanonicalMapping
    }

    /// Returns the folded text of several fields; nil if all are missing.
    public static func fold(fields: [String?]) -> String? { joined(fields, fold) }

    static func joined(_ fields: [String?], _ fold: (String) -> String) -> String? {
        let present = fields.compactMap { $0 }
        guard !present.isEmpty else { return nil }
        return present.map(fold).joined(separator: String(separator))
    }
}
