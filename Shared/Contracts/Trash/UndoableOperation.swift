/// How long deleted records can be restored.
public enum TrashLimit {
    /// Deleted records are removed for good after this time: 30 days.
    public static let keptFor = Duration.seconds(30 * 24 * 3_600)
}

/// The effect of one command on records, which can be undone as a whole.
@JSONObject(nulls: true)
public struct UndoableOperation: Hashable {
    /// What happened to the records.
    public enum Effect: String, Codable, JSONWritable, Sendable, CaseIterable {
        /// They were deleted; undo restores them.
        case deleted
        /// They were added; undo removes them.
        case added
    }

    public var id: OperationID
    /// The command's name on the wire.
    public var kind: String
    public var effect: Effect
    /// The name of one of the records.
    public var title: String?
    /// The number of records in each table.
    public var counts: [String: Int]
    public var actor: UserID?
    public var actorName: String?
    public var createdAt: Instant
    public var undoneAt: Instant?
    /// The time at which its records were removed for good.
    public var purgedAt: Instant?
    /// The time at which its records will be removed for good unless restored.
    public var expiresAt: Instant?
    /// The number of records in each table that an import changed; nil for none.
    public var updated: [String: Int]?
    /// What became of a merge that was not undone; nil for other operations.
    public var merge: MergeOutcome?

    /// The time at which its records were deleted.
    public var deletedAt: Instant { undoneAt ?? createdAt }
    /// Whether it can be undone now.
    public var isUndoable: Bool { undoneAt == nil && purgedAt == nil }
}

/// What became of a merge.
@JSONObject
public struct MergeOutcome: Hashable {
    /// The name of the record that stayed.
    public var into: String
    /// The number of records in each table that moved, as far as their services have answered.
    public var moved: [String: Int]
    /// Whether every service has completed its part.
    public var state: OperationState
}
