/// The types of changes that coaches publishes, and their payloads.
public enum CoachesFeed {
    /// A school was added or changed: `SchoolPayload`.
    public static let schoolChanged = "school.changed"
    /// A coach was added or changed: `CoachPayload`.
    public static let coachChanged = "coach.changed"
    /// Another coach was merged into a coach, who may have changed: the whole record, as with
    /// `coachChanged`.
    public static let coachMerged = "coach.merged"
    /// A merge into a coach was undone, who may have changed: the whole record.
    public static let coachSeparated = "coach.separated"
    /// Another school was merged into a school, which may have changed: the whole record, as with
    /// `schoolChanged`.
    public static let schoolMerged = "school.merged"
    /// A merge into a school was undone, which may have changed: the whole record.
    public static let schoolSeparated = "school.separated"
    /// An import added schools: `SchoolsPayload`. Each change holds a part of the rows.
    public static let schoolsImported = "schools.imported"
    /// An import added coaches: `CoachesPayload`. Each change holds a part of the rows.
    public static let coachesImported = "coaches.imported"
    /// An import of schools was undone: `RemovedPayload`.
    public static let schoolsRemoved = "schools.removed"
    /// An import of coaches was undone: `RemovedPayload`.
    public static let coachesRemoved = "coaches.removed"
    /// A school was deleted: the whole record, for the audit. Consumers that keep schools use
    /// `DeletionFeed.requested` instead; the same holds for the next three types.
    public static let schoolDeleted = "school.deleted"
    /// A deleted school was restored: the whole record.
    public static let schoolRestored = "school.restored"
    /// A coach was deleted: the whole record.
    public static let coachDeleted = "coach.deleted"
    /// A deleted coach was restored: the whole record.
    public static let coachRestored = "coach.restored"

    /// A school, reduced to what consumers need.
    @JSONObject
    public struct SchoolPayload: Hashable {
        public var familyUnitID: FamilyID
        public var id: SchoolID
        public var name: String
    }

    /// A coach, reduced to what consumers need.
    @JSONObject
    public struct CoachPayload: Hashable {
        public var familyUnitID: FamilyID
        public var id: CoachID
        public var schoolID: SchoolID?
        public var role: CoachRole
        public var firstName: String
        public var lastName: String
    }

    /// Schools that were added together. The feed holds whole records, as in changes of one record;
    /// consumers decode only what they need.
    @JSONObject
    public struct SchoolsPayload: Hashable {
        public var schools: [SchoolPayload]
    }

    /// Coaches that were added together; see `SchoolsPayload`.
    @JSONObject
    public struct CoachesPayload: Hashable {
        public var coaches: [CoachPayload]
    }

    /// Records that no longer exist.
    @JSONObject
    public struct RemovedPayload: Hashable {
        public var familyUnitID: FamilyID
        /// The records' ids as text.
        public var ids: [String]
    }
}
