/// A field of two records of which one is kept, and of the result, as text; empty if missing.
public struct MergeRow: Hashable, Sendable {
    public let label: String
    public let kept: String
    public let other: String
    public let result: String

    /// Creates a row; nil if neither of the records has the field.
    init?(_ label: String, kept: String?, other: String?, result: String?) {
        guard kept?.isEmpty == false || other?.isEmpty == false else { return nil }
        self.label = label
        self.kept = kept ?? ""
        self.other = other ?? ""
        self.result = result ?? ""
    }

    /// The rows of the fields that one of two records has.
    static func rows<Record>(
        of fields: [(label: String, value: (Record) -> String?)], _ kept: Record,
        _ other: Record, _ result: Record
    ) -> [MergeRow] {
        fields.compactMap { label, value in
            MergeRow(label, kept: value(kept), other: value(other), result: value(result))
        }
    }
}

/// What pages and terminals say about merges.
public enum MergeText {
    private static let tableNames = [
        "event_coaches": "events", "follow_ups": "follow-ups", "social_media_posts": "posts",
    ]

    /// "3 interactions and 1 post"; nil if nothing moves. Counts are by table.
    public static func listed(_ moved: [String: Int]) -> String? {
        let counts = moved.filter { $0.value > 0 }.sorted { $0.key < $1.key }
            .map { CountedNoun.text($0.value, tableNames[$0.key] ?? $0.key) }
        return counts.isEmpty ? nil : DeletionText.listed(counts)
    }

    static func sentence(_ what: String, _ moved: [String: Int]) -> String {
        listed(moved).map { "Merged \(what): \($0) moved" } ?? "Merged \(what)"
    }
}
