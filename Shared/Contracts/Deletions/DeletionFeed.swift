/// The changes by which services coordinate the deletion of coaches or a school, and their
/// payloads.
///
/// Coaches publishes `requested`, `undone` and `purged`. Each participant, a service with records
/// that refer to coaches or schools, applies them to its own records, in one transaction with its
/// cursor in the feed, and publishes `applied`, `restored` or `erased` in its own feed. Once all
/// participants have done so, coaches publishes `finished`. Every step carries the operation's id
/// and is idempotent.
public enum DeletionFeed {
    /// The kind of record of these changes; its id is that of the operation.
    public static let aggregate = "deletion"

    /// Coaches deleted records; participants delete what refers to them, or move it to the one
    /// that stays of two: `RequestedPayload`.
    public static let requested = "deletion.requested"
    /// Coaches restored its records; participants restore theirs: `OperationPayload`.
    public static let undone = "deletion.undone"
    /// Coaches removed its records for good; participants remove theirs: `OperationPayload`.
    public static let purged = "deletion.purged"
    /// All participants have completed the step: `FinishedPayload`.
    public static let finished = "deletion.finished"

    /// A participant marked its referring records as deleted: `CountsPayload`.
    public static let applied = "deletion.applied"
    /// A participant restored the records that it had marked: `CountsPayload`.
    public static let restored = "deletion.restored"
    /// A participant is removing the records that it had marked: `RemovingPayload`. Published as
    /// often as needed before `erased`.
    public static let removing = "deletion.removing"
    /// A participant removed the records that it had marked: `CountsPayload`.
    public static let erased = "deletion.erased"

    /// The kind of record with which a deletion starts.
    public enum Kind: String, LabelledWord, Codable, JSONWritable, Sendable, CaseIterable {
        case coach
        case school
    }

    /// The deleted records.
    @JSONObject
    public struct RequestedPayload: Hashable {
        public var operationID: OperationID
        public var familyUnitID: FamilyID
        public var kind: Kind
        /// The id of the coach or the school.
        public var id: RecordID
        /// All deleted coaches: the one, or those of the school.
        public var coachIDs: [CoachID]
        public var actor: UserID?
        /// With a value, the coach or school was merged into this one: participants do not delete
        /// what refers to it, but let it refer to this one.
        public var into: RecordID?
    }

    /// The operation to undo or purge.
    @JSONObject
    public struct OperationPayload: Hashable {
        public var operationID: OperationID
        public var familyUnitID: FamilyID
    }

    /// Records that a participant removes for good.
    @JSONObject
    public struct RemovingPayload: Hashable {
        public var operationID: OperationID
        public var familyUnitID: FamilyID
        /// The ids of the records as text, at most `TrashFeed.idsMax`.
        public var ids: [String]
    }

    /// The number of records that a participant changed.
    @JSONObject
    public struct CountsPayload: Hashable {
        public var operationID: OperationID
        public var familyUnitID: FamilyID
        /// The number of records in each table; tables without any may be missing.
        public var counts: [String: Int]
        /// The references that restored records lost, because what they named was removed for good;
        /// nil if there are none.
        public var lost: [LostReference]?
    }

    /// The result of a deletion, its undo or its purge.
    @JSONObject
    public struct FinishedPayload: Hashable {
        public var operationID: OperationID
        public var familyUnitID: FamilyID
        /// The phase reached.
        public var phase: DeletionPhase
        /// The number of affected records in each table, in all services.
        public var counts: [String: Int]
    }
}
