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

    static func sentence(
        _ other: String?, into kept: String, _ moved: [String: Int]
    ) -> String {
        let merged = "Merged \(other ?? "a duplicate") into \(kept)"
        return listed(moved).map { "\(merged): \($0) moved" } ?? merged
    }

    /// What an operation merged, and what moved; nil for other operations, and if the names are not
    /// known any more.
    public static func sentence(of operation: UndoableOperation) -> String? {
        guard let merge = operation.merge, let other = operation.title else { return nil }
        return sentence(other, into: merge.into, merge.moved) + ending(merge.state)
    }

    /// What the undo of a merge did: "Restored 1 school; 3 coaches and 1 event moved back"; nil for
    /// other operations.
    public static func sentence(of undo: UndoOperation.Response) -> String? {
        guard let movedBack = undo.movedBack else { return nil }
        let merged: Set = ["coaches", "schools"]
        let moved = undo.restored.filter { !merged.contains($0.key) }
            .merging(movedBack, uniquingKeysWith: +)
        let restored =
            "Restored " + TrashWords.counted(undo.restored.filter { merged.contains($0.key) })
        return listed(moved).map { "\(restored); \($0) moved back" } ?? restored
    }

    /// What follows the sentence as long as services have not completed their part.
    public static func ending(_ state: OperationState) -> String {
        state == .done ? "" : "; related records follow"
    }
}
