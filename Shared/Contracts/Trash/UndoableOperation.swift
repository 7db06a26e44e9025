/// How long deleted records can be restored.
public enum TrashLimit {
    /// Deleted records are removed for good after this time: 30 days.
    public static let keptFor = Duration.seconds(30 * 24 * 3_600)
}

/// The effect of one command on records, which can be undone as a whole.
public struct UndoableOperation: Codable, Hashable, Sendable {
    /// What happened to the records.
    public enum Effect: String, Codable, Sendable, CaseIterable {
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

    enum CodingKeys: String, CodingKey {
        case id, kind, effect, title, counts, actor
        case actorName = "actor_name"
        case createdAt = "created_at"
        case undoneAt = "undone_at"
        case purgedAt = "purged_at"
        case expiresAt = "expires_at"
    }

    public init(
        id: OperationID, kind: String, effect: Effect, title: String?, counts: [String: Int],
        actor: UserID?, actorName: String?, createdAt: Instant, undoneAt: Instant? = nil,
        purgedAt: Instant? = nil, expiresAt: Instant? = nil
    ) {
        self.id = id
        self.kind = kind
        self.effect = effect
        self.title = title
        self.counts = counts
        self.actor = actor
        self.actorName = actorName
        self.createdAt = createdAt
        self.undoneAt = undoneAt
        self.purgedAt = purgedAt
        self.expiresAt = expiresAt
    }

    /// The time at which its records were deleted.
    public var deletedAt: Instant { undoneAt ?? createdAt }
    /// Whether it can be undone now.
    public var isUndoable: Bool { undoneAt == nil && purgedAt == nil }

    /// Writes every key; missing values are `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(kind, forKey: .kind)
        try container.encode(effect, forKey: .effect)
        try container.encode(title, forKey: .title)
        try container.encode(counts, forKey: .counts)
        try container.encode(actor, forKey: .actor)
        try container.encode(actorName, forKey: .actorName)
        try container.encode(createdAt, forKey: .createdAt)
        try container.encode(undoneAt, forKey: .undoneAt)
        try container.encode(purgedAt, forKey: .purgedAt)
        try container.encode(expiresAt, forKey: .expiresAt)
    }
}
