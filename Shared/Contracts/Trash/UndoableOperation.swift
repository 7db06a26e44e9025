/// How long what was deleted can be restored.
public enum TrashLimit {
    /// What was deleted so long ago is removed for good: 30 days.
    public static let keptFor = Duration.seconds(30 * 24 * 3_600)
}

/// What one command did to records, as one: it can be undone as one.
public struct UndoableOperation: Codable, Hashable, Sendable {
    /// What became of the records.
    public enum Effect: String, Codable, Sendable, CaseIterable {
        /// They were deleted; undoing restores them.
        case deleted
        /// They were added; undoing takes them away.
        case added
    }

    /// The operation.
    public var id: OperationID
    /// The command that did it, by its name on the wire.
    public var kind: String
    /// What became of the records.
    public var effect: Effect
    /// What one of the records is called.
    public var title: String?
    /// How many records of each table.
    public var counts: [String: Int]
    /// Who did it.
    public var actor: UserID?
    /// Their name.
    public var actorName: String?
    /// When.
    public var createdAt: Instant
    /// When it was undone.
    public var undoneAt: Instant?
    /// When its records were removed for good.
    public var purgedAt: Instant?
    /// When its records will be removed for good, if nobody restores them.
    public var expiresAt: Instant?

    enum CodingKeys: String, CodingKey {
        case id, kind, effect, title, counts, actor
        case actorName = "actor_name"
        case createdAt = "created_at"
        case undoneAt = "undone_at"
        case purgedAt = "purged_at"
        case expiresAt = "expires_at"
    }

    /// An operation with these particulars.
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

    /// When its records went.
    public var deletedAt: Instant { undoneAt ?? createdAt }
    /// Whether it can be undone now.
    public var isUndoable: Bool { undoneAt == nil && purgedAt == nil }

    /// Writes every key; what is missing is `null`.
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
