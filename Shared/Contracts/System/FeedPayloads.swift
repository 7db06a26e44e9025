/// The types of changes that identity publishes, and their payloads.
public enum IdentityFeed {
    /// A user joined a family, or a member's name or role changed: `MemberPayload`.
    public static let memberChanged = "member.changed"
    /// A user left a family or was removed: `MemberPayload`.
    public static let memberRemoved = "member.removed"
    /// A family was created or renamed: `FamilyPayload`.
    public static let familyChanged = "family.changed"
    /// A session ended early: `SessionRevokedPayload`.
    public static let sessionRevoked = "session.revoked"
    /// A user's passports of earlier generations are no longer valid: `PassportsRevokedPayload`.
    public static let passportsRevoked = "user.passportsRevoked"
    /// A family's code was replaced: `FamilyPayload`. For the audit; the code is not included.
    public static let familyCodeRenewed = "family.codeRenewed"
    /// A user signed up or changed preferences: `UserPayload`. For the audit.
    public static let userChanged = "user.changed"

    /// A user, without personal data.
    @JSONObject
    public struct UserPayload: Hashable {
        public var userID: UserID
    }

    /// A member of a family.
    @JSONObject
    public struct MemberPayload: Hashable {
        public var familyUnitID: FamilyID
        public var userID: UserID
        public var fullName: String
        /// The role in the family.
        public var role: Role
        /// Whether the user wants notifications of inbound interactions.
        public var inboundAlerts: Bool
        /// Whether the user wants reminders of overdue follow-ups. Nil, in changes from before
        /// there were any, means no.
        public var followUpReminders: Bool?
        /// Whether the user wants weekly digests. Nil, in changes from before there were any, means
        /// no.
        public var weeklyDigest: Bool?
    }

    /// A family's name, zone and choices.
    @JSONObject
    public struct FamilyPayload: Hashable {
        public var familyUnitID: FamilyID
        public var name: String
        /// An IANA zone.
        public var timeZone: String
        /// Whether parents may log for players; nil if the family has not decided.
        public var parentsLog: Bool?
    }

    /// A session that ended.
    @JSONObject
    public struct SessionRevokedPayload: Hashable {
        public var sessionID: SessionID
    }

    /// Passports that are no longer valid.
    @JSONObject
    public struct PassportsRevokedPayload: Hashable {
        public var userID: UserID
        /// Passports of earlier generations are invalid. Nil in changes from before passports had
        /// generations; all of those passports have expired.
        public var generation: Int64?
    }
}

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

/// The types of changes that interactions publishes. A change of one record carries the whole
/// record (`Interaction`); a change of an import carries a part of its rows.
public enum InteractionsFeed {
    /// An interaction was logged.
    public static let created = "interaction.created"
    /// An interaction was edited, or a file was attached to it, removed from it or restored.
    public static let changed = "interaction.changed"
    /// An edit reversed the direction of an interaction, perhaps with other fields.
    public static let reversed = "interaction.reversed"
    /// An interaction was deleted.
    public static let deleted = "interaction.deleted"
    /// A deleted interaction was restored.
    public static let restored = "interaction.restored"
    /// An import added interactions: `ImportedPayload`. It causes no notifications.
    public static let imported = "interactions.imported"
    /// An import was undone: `RemovedPayload`.
    public static let removed = "interactions.removed"
    /// A player decided when to contact a coach: `FollowUpPayload`.
    public static let followUpChanged = "follow_up.changed"
    /// Members are reminded that a player's follow-up is overdue: `NudgePayload`.
    public static let followUpNudged = "follow_up.nudged"
    /// Reminders about a coach who was erased are no longer valid: `RemovedPayload` with the ids
    /// of the reminders.
    public static let nudgesErased = "follow_up.nudges_erased"
    /// A player stored or removed the family's contact windows: `ContactWindowsPayload`.
    public static let windowsReplaced = "contact_windows.replaced"

    /// Interactions that were added together.
    @JSONObject
    public struct ImportedPayload: Hashable {
        public var interactions: [Interaction]
    }

    public typealias RemovedPayload = CoachesFeed.RemovedPayload

    /// The family's contact windows after a change, all of them.
    @JSONObject
    public struct ContactWindowsPayload: Hashable {
        public var familyUnitID: FamilyID
        public var windows: [ContactWindow]
    }

    /// A player's settings for a coach.
    @JSONObject(nulls: true)
    public struct FollowUpPayload: Hashable {
        public var id: FollowUpID
        public var familyUnitID: FamilyID
        public var playerID: UserID
        public var coachID: CoachID
        public var coachName: String
        /// The cadence, if it is not the usual one.
        public var cadenceDays: Int?
        public var decision: FollowUpDecision?
        /// The day that was decided on.
        public var dueOn: CivilDay?
    }

    /// A reminder of an overdue follow-up. Each week's reminder of the same follow-up replaces the
    /// one before.
    @JSONObject(nulls: true)
    public struct NudgePayload: Hashable {
        /// The id of all reminders of this coach to this player.
        public var id: NudgeID
        public var familyUnitID: FamilyID
        public var playerID: UserID
        /// The player's name, if it can be resolved.
        public var playerName: String?
        public var coachID: CoachID
        public var coachName: String
        public var reason: FollowUpReason
        /// The day on which the contact was due.
        public var dueOn: CivilDay
        /// The members who are reminded: the player and parents, if they want reminders.
        public var recipients: [UserID]
    }
}

/// The types of changes that events publishes. A change of one record carries the whole record; a
/// change of an import carries a part of its rows.
public enum EventsFeed {
    /// An event or its coaches were added or changed: `Event`.
    public static let eventChanged = "event.changed"
    /// An event was deleted: `Event`.
    public static let eventDeleted = "event.deleted"
    /// A deleted event was restored: `Event`.
    public static let eventRestored = "event.restored"
    /// An import added events: `EventsPayload`.
    public static let eventsImported = "events.imported"
    /// An import of events was undone: `RemovedPayload`.
    public static let eventsRemoved = "events.removed"
    /// A metric was recorded: `Metric`.
    public static let metricAdded = "metric.added"
    /// A metric was edited: `Metric`.
    public static let metricChanged = "metric.changed"
    /// A metric was deleted: `Metric`.
    public static let metricDeleted = "metric.deleted"
    /// A deleted metric was restored: `Metric`.
    public static let metricRestored = "metric.restored"
    /// An import added metrics: `MetricsPayload`.
    public static let metricsImported = "metrics.imported"
    /// An import of metrics was undone: `RemovedPayload`.
    public static let metricsRemoved = "metrics.removed"
    /// A player changed their profile: `PlayerProfile` with the fields that are for the family.
    public static let profileChanged = "profile.changed"

    /// The parts of an event that consumers need.
    @JSONObject
    public struct EventPayload: Hashable {
        public var familyUnitID: FamilyID
        public var id: EventID
        public var name: String
        public var schoolID: SchoolID?
    }

    /// Events that were added together. The feed holds whole records; consumers decode only what
    /// they need.
    @JSONObject
    public struct EventsPayload: Hashable {
        public var events: [EventPayload]
    }

    /// Metrics that were added together.
    @JSONObject
    public struct MetricsPayload: Hashable {
        public var metrics: [Metric]
    }

    public typealias RemovedPayload = CoachesFeed.RemovedPayload
}

/// The types of changes that notifications publishes, and their payloads.
public enum NotificationsFeed {
    /// A user marked notifications as read: `ReadPayload`. For the audit.
    public static let read = "notification.read"

    /// The number of notifications that a user marked as read.
    @JSONObject
    public struct ReadPayload: Hashable {
        public var userID: UserID
        public var marked: Int
    }
}

/// The types of changes that every data service publishes about its trash.
public enum TrashFeed {
    /// The kind of record of these changes: an operation.
    public static let aggregate = "operation"
    /// The records deleted by an operation were removed for good: `PurgedPayload`.
    public static let purged = "operation.purged"

    /// The maximum number of ids in one change.
    public static let idsMax = 1_000

    /// An operation whose records were removed for good.
    @JSONObject
    public struct PurgedPayload: Hashable {
        public var operationID: OperationID
        /// The command's name on the wire.
        public var kind: String
        /// The user who ran the operation. The records may have been removed for good by another
        /// user or by none.
        public var actor: UserID?
        /// The number of records that it had deleted in each table, in all services.
        public var counts: [String: Int]
        /// The ids of this service's records as text: up to `idsMax` per change, the rest in
        /// further changes.
        public var ids: [String] = []
    }
}

/// The types of changes that analytics publishes, and their payloads.
public enum AnalyticsFeed {
    /// A post was added by hand: `Post`.
    public static let added = "post.added"
    /// A post was deleted: `Post`.
    public static let deleted = "post.deleted"
    /// A deleted post was restored: `Post`.
    public static let restored = "post.restored"
    /// A batch of an import was stored: `BatchPayload`.
    public static let imported = "posts.imported"
    /// Posts of an import were removed, or posts were deleted with a school or a coach:
    /// `BatchPayload`.
    public static let removed = "posts.removed"
    /// Posts were restored with their school or coach: `BatchPayload`.
    public static let returned = "posts.returned"
    /// Posts of a coach or school became those of another one by a merge or its undo:
    /// `MovedPayload`.
    public static let moved = "posts.moved"

    /// Posts that changed their coach or school together.
    @JSONObject
    public struct MovedPayload: Hashable {
        public var familyUnitID: FamilyID
        /// The id of the merge.
        public var operationID: OperationID
        public var count: Int
        /// Whose posts they were.
        public var fromID: RecordID
        /// Whose posts they are.
        public var intoID: RecordID
        /// Whether these are coaches or schools. Nil, in changes from before schools were merged,
        /// means coaches.
        public var kind: DeletionFeed.Kind?
    }

    /// Posts that were added or removed together. Only their number is given, since a file may have
    /// millions.
    @JSONObject
    public struct BatchPayload: Hashable {
        public var familyUnitID: FamilyID
        /// The id of the import or the deletion.
        public var operationID: OperationID
        public var count: Int
        /// The number of the posts that refer to each school, by its id as text.
        public var schools: [String: Int]
        /// The number of the posts that refer to each coach, by its id as text.
        public var coaches: [String: Int]
    }
}

/// What changes of records that imports make have besides the record.
public enum ImportFeed {
    /// The key of the id of the import that changed the record.
    public static let updatedBy = "import_id"
    /// The key of the id of the import whose undo changed the record.
    public static let revertedBy = "undone_import_id"
}

/// What the service of change hooks publishes.
public enum HooksFeed {
    /// A player added a hook: `HookPayload`.
    public static let added = "hook.added"
    /// A player removed a hook: `HookPayload`.
    public static let removed = "hook.removed"
    /// A player had deliveries sent again: `HookPayload`.
    public static let replayed = "hook.replayed"
    /// A player had a test message sent: `HookPayload`.
    public static let tested = "hook.tested"
    /// A hook was switched off because nothing could be delivered: `HookPayload`.
    public static let switchedOff = "hook.switched_off"

    /// A hook without what could be a secret.
    @JSONObject
    public struct HookPayload: Hashable {
        public var id: HookID
        public var familyUnitID: FamilyID
        public var userID: UserID
        /// The address's scheme and host.
        public var name: String
        public var records: [HookRecord]
    }
}

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
        /// What restored records name no longer, because it was removed for good; nil for nothing.
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
