/// The changes by which a deletion of coaches or a school crosses services, and what they carry.
///
/// Coaches records `requested`, `undone` and `purged`; whoever keeps records that refer to coaches
/// or schools does what they say to its own, each in one transaction with its place in the feed,
/// and answers with `applied`, `restored` or `erased` in its own feed. Once all have answered,
/// coaches records `finished`. Every step is known by the operation's id and does no harm twice.
public enum DeletionFeed {
    /// The kind of record that these changes are about: its id is the operation's.
    public static let aggregate = "deletion"

    /// Coaches deleted records; what refers to them goes along: `RequestedPayload`.
    public static let requested = "deletion.requested"
    /// Coaches brought its records back; what went along comes back: `OperationPayload`.
    public static let undone = "deletion.undone"
    /// Coaches removed its records for good; what went along goes for good: `OperationPayload`.
    public static let purged = "deletion.purged"
    /// Everybody has answered: `FinishedPayload`.
    public static let finished = "deletion.finished"

    /// A participant marked what refers to the records: `CountsPayload`.
    public static let applied = "deletion.applied"
    /// A participant took its marks away: `CountsPayload`.
    public static let restored = "deletion.restored"
    /// A participant is removing what it had marked: `RemovingPayload`, as many as it takes,
    /// before `erased`.
    public static let removing = "deletion.removing"
    /// A participant removed what it had marked: `CountsPayload`.
    public static let erased = "deletion.erased"

    /// What a deletion begins with.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        case coach
        case school
    }

    /// What was deleted.
    public struct RequestedPayload: Codable, Hashable, Sendable {
        /// The operation.
        public var operationID: OperationID
        /// The family.
        public var familyUnitID: FamilyID
        /// What was meant: a coach or a school.
        public var kind: Kind
        /// The coach or the school.
        public var id: RecordID
        /// All coaches that were deleted: the one, or those of the school.
        public var coachIDs: [CoachID]
        /// Who did it.
        public var actor: UserID?

        enum CodingKeys: String, CodingKey {
            case kind, id, actor
            case operationID = "operation_id"
            case familyUnitID = "family_unit_id"
            case coachIDs = "coach_ids"
        }

        /// A payload with these values.
        public init(
            operationID: OperationID, familyUnitID: FamilyID, kind: Kind, id: RecordID,
            coachIDs: [CoachID], actor: UserID?
        ) {
            self.operationID = operationID
            self.familyUnitID = familyUnitID
            self.kind = kind
            self.id = id
            self.coachIDs = coachIDs
            self.actor = actor
        }
    }

    /// Which operation goes on.
    public struct OperationPayload: Codable, Hashable, Sendable {
        /// The operation.
        public var operationID: OperationID
        /// The family.
        public var familyUnitID: FamilyID

        enum CodingKeys: String, CodingKey {
            case operationID = "operation_id"
            case familyUnitID = "family_unit_id"
        }

        /// A payload with these values.
        public init(operationID: OperationID, familyUnitID: FamilyID) {
            self.operationID = operationID
            self.familyUnitID = familyUnitID
        }
    }

    /// Which records a participant removes for good.
    public struct RemovingPayload: Codable, Hashable, Sendable {
        /// The operation.
        public var operationID: OperationID
        /// The family.
        public var familyUnitID: FamilyID
        /// The ids of the records, as text, `TrashFeed.idsMax` at most.
        public var ids: [String]

        enum CodingKeys: String, CodingKey {
            case ids
            case operationID = "operation_id"
            case familyUnitID = "family_unit_id"
        }

        /// A payload with these values.
        public init(operationID: OperationID, familyUnitID: FamilyID, ids: [String]) {
            self.operationID = operationID
            self.familyUnitID = familyUnitID
            self.ids = ids
        }
    }

    /// What a participant did.
    public struct CountsPayload: Codable, Hashable, Sendable {
        /// The operation.
        public var operationID: OperationID
        /// The family.
        public var familyUnitID: FamilyID
        /// How many records, by table; those with none may be missing.
        public var counts: [String: Int]

        enum CodingKeys: String, CodingKey {
            case counts
            case operationID = "operation_id"
            case familyUnitID = "family_unit_id"
        }

        /// A payload with these values.
        public init(operationID: OperationID, familyUnitID: FamilyID, counts: [String: Int]) {
            self.operationID = operationID
            self.familyUnitID = familyUnitID
            self.counts = counts
        }
    }

    /// How a deletion, its undoing or its purge ended.
    public struct FinishedPayload: Codable, Hashable, Sendable {
        /// The operation.
        public var operationID: OperationID
        /// The family.
        public var familyUnitID: FamilyID
        /// What it has reached.
        public var phase: DeletionPhase
        /// How many records that were, by table, in all services.
        public var counts: [String: Int]

        enum CodingKeys: String, CodingKey {
            case phase, counts
            case operationID = "operation_id"
            case familyUnitID = "family_unit_id"
        }

        /// A payload with these values.
        public init(
            operationID: OperationID, familyUnitID: FamilyID, phase: DeletionPhase,
            counts: [String: Int]
        ) {
            self.operationID = operationID
            self.familyUnitID = familyUnitID
            self.phase = phase
            self.counts = counts
        }
    }
}

/// Where a deletion that crosses services stands. It only goes forward.
public enum DeletionPhase: String, Codable, Sendable, CaseIterable {
    /// Some have not yet marked what goes along.
    case deleting
    /// Everything is marked.
    case deleted
    /// Some have not yet brought back what went along.
    case restoring
    /// Everything is back.
    case restored
    /// Some have not yet removed what went along.
    case purging
    /// Everything is gone for good.
    case purged

    /// Whether somebody's answer is awaited.
    public var isRunning: Bool { self == .deleting || self == .restoring || self == .purging }

    /// What a running phase ends in; a settled one is its own end.
    public var settled: DeletionPhase {
        switch self {
        case .deleting, .deleted: .deleted
        case .restoring, .restored: .restored
        case .purging, .purged: .purged
        }
    }
}
