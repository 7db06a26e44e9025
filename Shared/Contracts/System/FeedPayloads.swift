/// The changes that identity publishes, by their type, and what they carry.
public enum IdentityFeed {
    /// A user joined a family, or a member's name or role changed: `MemberPayload`.
    public static let memberChanged = "member.changed"
    /// A user left a family or was removed: `MemberPayload`.
    public static let memberRemoved = "member.removed"
    /// A family was made or renamed: `FamilyPayload`.
    public static let familyChanged = "family.changed"
    /// A session ended before its time: `SessionRevokedPayload`.
    public static let sessionRevoked = "session.revoked"
    /// A user's passports of earlier generations no longer count: `PassportsRevokedPayload`.
    public static let passportsRevoked = "user.passportsRevoked"
    /// A family's code was replaced: `FamilyPayload`. For the audit; the code is not told.
    public static let familyCodeRenewed = "family.codeRenewed"
    /// A user signed up or changed preferences: `UserPayload`. For the audit.
    public static let userChanged = "user.changed"

    /// A user, without anything personal.
    public struct UserPayload: Codable, Hashable, Sendable {
        /// The user.
        public var userID: UserID

        enum CodingKeys: String, CodingKey {
            case userID = "user_id"
        }

        /// A payload with this value.
        public init(userID: UserID) {
            self.userID = userID
        }
    }

    /// A member of a family.
    public struct MemberPayload: Codable, Hashable, Sendable {
        /// The family.
        public var familyUnitID: FamilyID
        /// The user.
        public var userID: UserID
        /// The user's name.
        public var fullName: String
        /// The role in the family.
        public var role: Role
        /// Whether the user wants to be told of inbound interactions.
        public var inboundAlerts: Bool

        enum CodingKeys: String, CodingKey {
            case role
            case familyUnitID = "family_unit_id"
            case userID = "user_id"
            case fullName = "full_name"
            case inboundAlerts = "inbound_alerts"
        }

        /// A payload with these values.
        public init(
            familyUnitID: FamilyID, userID: UserID, fullName: String, role: Role,
            inboundAlerts: Bool
        ) {
            self.familyUnitID = familyUnitID
            self.userID = userID
            self.fullName = fullName
            self.role = role
            self.inboundAlerts = inboundAlerts
        }
    }

    /// A family.
    public struct FamilyPayload: Codable, Hashable, Sendable {
        /// The family.
        public var familyUnitID: FamilyID
        /// Its name.
        public var name: String
        /// Its IANA zone.
        public var timeZone: String

        enum CodingKeys: String, CodingKey {
            case name
            case familyUnitID = "family_unit_id"
            case timeZone = "time_zone"
        }

        /// A payload with these values.
        public init(familyUnitID: FamilyID, name: String, timeZone: String) {
            self.familyUnitID = familyUnitID
            self.name = name
            self.timeZone = timeZone
        }
    }

    /// A session that ended.
    public struct SessionRevokedPayload: Codable, Hashable, Sendable {
        /// The session.
        public var sessionID: SessionID

        enum CodingKeys: String, CodingKey {
            case sessionID = "session_id"
        }

        /// A payload with this value.
        public init(sessionID: SessionID) {
            self.sessionID = sessionID
        }
    }

    /// Passports that no longer count.
    public struct PassportsRevokedPayload: Codable, Hashable, Sendable {
        /// The user.
        public var userID: UserID
        /// Passports of an earlier generation are refused. Changes that were recorded before
        /// passports had generations say nothing here: those passports have all expired.
        public var generation: Int64?

        enum CodingKeys: String, CodingKey {
            case userID = "user_id"
            case generation
        }

        /// A payload with these values.
        public init(userID: UserID, generation: Int64?) {
            self.userID = userID
            self.generation = generation
        }
    }
}

/// The changes that coaches publishes, by their type, and what they carry.
public enum CoachesFeed {
    /// A school was added or changed: `SchoolPayload`.
    public static let schoolChanged = "school.changed"
    /// A coach was added or changed: `CoachPayload`.
    public static let coachChanged = "coach.changed"
    /// An import added schools, some of its rows in each change: `SchoolsPayload`.
    public static let schoolsImported = "schools.imported"
    /// An import added coaches, some of its rows in each change: `CoachesPayload`.
    public static let coachesImported = "coaches.imported"
    /// An import of schools was undone: `RemovedPayload`.
    public static let schoolsRemoved = "schools.removed"
    /// An import of coaches was undone: `RemovedPayload`.
    public static let coachesRemoved = "coaches.removed"
    /// A school was deleted: the whole record, for the audit. Whoever keeps schools goes by
    /// `DeletionFeed.requested`, as with the next three.
    public static let schoolDeleted = "school.deleted"
    /// A deleted school came back: the whole record.
    public static let schoolRestored = "school.restored"
    /// A coach was deleted: the whole record.
    public static let coachDeleted = "coach.deleted"
    /// A deleted coach came back: the whole record.
    public static let coachRestored = "coach.restored"

    /// A school.
    public struct SchoolPayload: Codable, Hashable, Sendable {
        /// The family.
        public var familyUnitID: FamilyID
        /// The school.
        public var id: SchoolID
        /// Its name.
        public var name: String

        enum CodingKeys: String, CodingKey {
            case id, name
            case familyUnitID = "family_unit_id"
        }

        /// A payload with these values.
        public init(familyUnitID: FamilyID, id: SchoolID, name: String) {
            self.familyUnitID = familyUnitID
            self.id = id
            self.name = name
        }
    }

    /// A coach.
    public struct CoachPayload: Codable, Hashable, Sendable {
        /// The family.
        public var familyUnitID: FamilyID
        /// The coach.
        public var id: CoachID
        /// The coach's school.
        public var schoolID: SchoolID?
        /// The place in the staff.
        public var role: CoachRole
        /// The first name.
        public var firstName: String
        /// The last name.
        public var lastName: String

        enum CodingKeys: String, CodingKey {
            case id, role
            case familyUnitID = "family_unit_id"
            case schoolID = "school_id"
            case firstName = "first_name"
            case lastName = "last_name"
        }

        /// A payload with these values.
        public init(
            familyUnitID: FamilyID, id: CoachID, schoolID: SchoolID?, role: CoachRole,
            firstName: String, lastName: String
        ) {
            self.familyUnitID = familyUnitID
            self.id = id
            self.schoolID = schoolID
            self.role = role
            self.firstName = firstName
            self.lastName = lastName
        }
    }

    /// Schools that were added together. Each record stands in it whole, as in a change of its own;
    /// consumers read of it what they need.
    public struct SchoolsPayload: Codable, Hashable, Sendable {
        /// The schools.
        public var schools: [SchoolPayload]

        /// A payload with these schools.
        public init(schools: [SchoolPayload]) {
            self.schools = schools
        }
    }

    /// Coaches that were added together; see `SchoolsPayload`.
    public struct CoachesPayload: Codable, Hashable, Sendable {
        /// The coaches.
        public var coaches: [CoachPayload]

        /// A payload with these coaches.
        public init(coaches: [CoachPayload]) {
            self.coaches = coaches
        }
    }

    /// Records that are there no longer.
    public struct RemovedPayload: Codable, Hashable, Sendable {
        /// The family.
        public var familyUnitID: FamilyID
        /// The records' ids, as text.
        public var ids: [String]

        enum CodingKeys: String, CodingKey {
            case ids
            case familyUnitID = "family_unit_id"
        }

        /// A payload with these ids.
        public init(familyUnitID: FamilyID, ids: [String]) {
            self.familyUnitID = familyUnitID
            self.ids = ids
        }
    }
}

/// The changes that interactions publishes. Those of one record carry the whole record
/// (`Interaction`), those of an import some of its rows each.
public enum InteractionsFeed {
    /// An interaction was logged.
    public static let created = "interaction.created"
    /// A file was attached to an interaction or removed from it, or a removed one came back.
    public static let changed = "interaction.changed"
    /// An interaction was deleted.
    public static let deleted = "interaction.deleted"
    /// A deleted interaction came back.
    public static let restored = "interaction.restored"
    /// An import added interactions: `ImportedPayload`. Nobody is alerted of them.
    public static let imported = "interactions.imported"
    /// An import was undone: `RemovedPayload`.
    public static let removed = "interactions.removed"

    /// Interactions that were added together.
    public struct ImportedPayload: Codable, Hashable, Sendable {
        /// The whole records.
        public var interactions: [Interaction]

        /// A payload with these records.
        public init(interactions: [Interaction]) {
            self.interactions = interactions
        }
    }

    /// Interactions that are there no longer.
    public typealias RemovedPayload = CoachesFeed.RemovedPayload
}

/// The changes that events publishes. Those of one record carry the whole record, those of an
/// import some of its rows each.
public enum EventsFeed {
    /// An event was added or changed, its coaches too: `Event`.
    public static let eventChanged = "event.changed"
    /// An event was deleted: `Event`.
    public static let eventDeleted = "event.deleted"
    /// A deleted event came back: `Event`.
    public static let eventRestored = "event.restored"
    /// An import added events: `EventsPayload`.
    public static let eventsImported = "events.imported"
    /// An import of events was undone: `RemovedPayload`.
    public static let eventsRemoved = "events.removed"
    /// A metric was recorded: `Metric`.
    public static let metricAdded = "metric.added"
    /// A metric was deleted: `Metric`.
    public static let metricDeleted = "metric.deleted"
    /// A deleted metric came back: `Metric`.
    public static let metricRestored = "metric.restored"
    /// An import added metrics: `MetricsPayload`.
    public static let metricsImported = "metrics.imported"
    /// An import of metrics was undone: `RemovedPayload`.
    public static let metricsRemoved = "metrics.removed"

    /// What consumers need of an event.
    public struct EventPayload: Codable, Hashable, Sendable {
        /// The family.
        public var familyUnitID: FamilyID
        /// The event.
        public var id: EventID
        /// Its name.
        public var name: String
        /// Its school.
        public var schoolID: SchoolID?

        enum CodingKeys: String, CodingKey {
            case id, name
            case familyUnitID = "family_unit_id"
            case schoolID = "school_id"
        }

        /// A payload with these values.
        public init(familyUnitID: FamilyID, id: EventID, name: String, schoolID: SchoolID?) {
            self.familyUnitID = familyUnitID
            self.id = id
            self.name = name
            self.schoolID = schoolID
        }
    }

    /// Events that were added together. Each stands in it whole; consumers read what they need.
    public struct EventsPayload: Codable, Hashable, Sendable {
        /// The events.
        public var events: [EventPayload]

        /// A payload with these events.
        public init(events: [EventPayload]) {
            self.events = events
        }
    }

    /// Metrics that were added together.
    public struct MetricsPayload: Codable, Hashable, Sendable {
        /// The whole records.
        public var metrics: [Metric]

        /// A payload with these records.
        public init(metrics: [Metric]) {
            self.metrics = metrics
        }
    }

    /// Records that are there no longer.
    public typealias RemovedPayload = CoachesFeed.RemovedPayload
}

/// The changes that notifications publishes, by their type, and what they carry.
public enum NotificationsFeed {
    /// A user marked notifications as read: `ReadPayload`. For the audit.
    public static let read = "notification.read"

    /// How many notifications a user marked.
    public struct ReadPayload: Codable, Hashable, Sendable {
        /// The user.
        public var userID: UserID
        /// How many became read.
        public var marked: Int

        enum CodingKeys: String, CodingKey {
            case marked
            case userID = "user_id"
        }

        /// A payload with these values.
        public init(userID: UserID, marked: Int) {
            self.userID = userID
            self.marked = marked
        }
    }
}

/// The changes that every data service publishes of its trash.
public enum TrashFeed {
    /// The kind of record that such a change is about: an operation.
    public static let aggregate = "operation"
    /// What an operation deleted is removed for good: `PurgedPayload`.
    public static let purged = "operation.purged"

    /// Ids in one change that tells of them.
    public static let idsMax = 1_000

    /// An operation whose records are gone.
    public struct PurgedPayload: Codable, Hashable, Sendable {
        /// The operation.
        public var operationID: OperationID
        /// The command that did it, by its name on the wire.
        public var kind: String
        /// Whose operation it was; who removed its records for good may be another, or nobody.
        public var actor: UserID?
        /// How many records of each table it had deleted, in all services.
        public var counts: [String: Int]
        /// The ids of this service's records, as text; `idsMax` in one change, the rest in further
        /// ones.
        public var ids: [String]

        enum CodingKeys: String, CodingKey {
            case kind, actor, counts, ids
            case operationID = "operation_id"
        }

        /// A payload with these values.
        public init(
            operationID: OperationID, kind: String, actor: UserID?, counts: [String: Int],
            ids: [String] = []
        ) {
            self.operationID = operationID
            self.kind = kind
            self.actor = actor
            self.counts = counts
            self.ids = ids
        }
    }
}

/// The changes that analytics publishes, by their type, and what they carry.
public enum AnalyticsFeed {
    /// A post was added by hand: `Post`.
    public static let added = "post.added"
    /// A post was deleted: `Post`.
    public static let deleted = "post.deleted"
    /// A deleted post came back: `Post`.
    public static let restored = "post.restored"
    /// A batch of an import was stored: `BatchPayload`.
    public static let imported = "posts.imported"
    /// Posts of an import went again, or went along with a school or a coach: `BatchPayload`.
    public static let removed = "posts.removed"
    /// Posts came back with their school or coach: `BatchPayload`.
    public static let returned = "posts.returned"

    /// Posts that came or went together. They are told by their number: a file may have millions.
    public struct BatchPayload: Codable, Hashable, Sendable {
        /// The family.
        public var familyUnitID: FamilyID
        /// The import or the deletion.
        public var operationID: OperationID
        /// How many posts.
        public var count: Int
        /// How many of them name each school, by its id as text.
        public var schools: [String: Int]
        /// How many of them name each coach.
        public var coaches: [String: Int]

        enum CodingKeys: String, CodingKey {
            case count, schools, coaches
            case familyUnitID = "family_unit_id"
            case operationID = "operation_id"
        }

        /// A payload with these values.
        public init(
            familyUnitID: FamilyID, operationID: OperationID, count: Int, schools: [String: Int],
            coaches: [String: Int]
        ) {
            self.familyUnitID = familyUnitID
            self.operationID = operationID
            self.count = count
            self.schools = schools
            self.coaches = coaches
        }
    }
}
