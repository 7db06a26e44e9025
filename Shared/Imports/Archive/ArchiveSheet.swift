public import Contracts

/// A table of an archive as comma-separated values. The columns that imports read have the names
/// that imports know; those that end in `_key` refer to rows of other tables.
public struct ArchiveSheet<Record>: Sendable {
    /// The names of the columns.
    public let columns: [String]
    private let texts: @Sendable (Record, ArchiveReferences) -> [String?]

    fileprivate init(
        _ columns: [String], _ texts: @escaping @Sendable (Record, ArchiveReferences) -> [String?]
    ) {
        self.columns = columns
        self.texts = texts
    }

    /// The values of a record, in the order of the columns; missing ones are empty.
    public func values(of record: Record, _ references: ArchiveReferences) -> [String] {
        texts(record, references).map { $0 ?? "" }
    }
}

/// What records of one table say about those of others.
public struct ArchiveReferences: Sendable {
    private let schools: [SchoolID: School]

    public init(schools: [School] = []) {
        self.schools = Dictionary(
            schools.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The id of a school in the national catalogue, if it came from there.
    func catalogueID(of school: SchoolID?) -> String? {
        school.flatMap { schools[$0]?.catalogueID }
    }
}

/// A coach who was seen at an event.
@Memberwise
public struct ArchivedPresence: Sendable {
    public let event: Event
    public let coach: CoachPresence
}

/// A change and the service that keeps it.
@Memberwise
public struct ArchivedChange: Sendable {
    public let service: ServiceName
    public let entry: HistoryEntry
}

extension ArchiveSheet<School> {
    public static let schools = ArchiveSheet([
        "school_key", "catalogue_id", "name", "city", "state", "division", "conference", "website",
        "twitter_handle", "instagram_handle", "notes",
    ]) { school, _ in
        [
            school.id.text, school.catalogueID, school.name, school.city, school.state,
            school.division?.rawValue, school.conference, school.website, school.twitterHandle,
            school.instagramHandle, school.notes,
        ]
    }
}

extension ArchiveSheet<Coach> {
    public static let coaches = ArchiveSheet([
        "coach_key", "first_name", "last_name", "role", "school", "catalogue_id", "email", "phone",
        "twitter_handle", "instagram_handle", "notes", "responsiveness_score",
        "last_contact_date",
    ]) { coach, references in
        [
            coach.id.text, coach.firstName, coach.lastName, coach.role.rawValue, coach.schoolName,
            references.catalogueID(of: coach.schoolID), coach.email, coach.phone,
            coach.twitterHandle, coach.instagramHandle, coach.notes,
            coach.responsivenessScore.map(MetricValue.text), coach.lastContactDate?.text,
        ]
    }
}

extension ArchiveSheet<Event> {
    public static let events = ArchiveSheet([
        "event_key", "name", "type", "start_date", "end_date", "start_time", "end_time",
        "checkin_time", "school", "catalogue_id", "location", "address", "city", "state", "url",
        "description", "event_source", "performance_notes", "cost", "registered", "attended",
    ]) { event, references in
        [
            event.id.text, event.name, event.type.rawValue, event.startDate.text,
            event.endDate?.text, event.startTime?.text, event.endTime?.text,
            event.checkinTime?.text, event.schoolName, references.catalogueID(of: event.schoolID),
            event.location, event.address, event.city, event.state, event.url, event.description,
            event.eventSource?.rawValue, event.performanceNotes, event.cost.map(MetricValue.text),
            yesOrNo(event.registered), yesOrNo(event.attended),
        ]
    }
}

extension ArchiveSheet<ArchivedPresence> {
    public static let presences = ArchiveSheet([
        "event_key", "event", "coach_key", "coach", "role",
    ]) { row, _ in
        [
            row.event.id.text, row.event.name, row.coach.coachID.text, row.coach.recordedName,
            row.coach.recordedRole.rawValue,
        ]
    }
}

extension ArchiveSheet<Interaction> {
    public static let interactions = ArchiveSheet([
        "interaction_key", "type", "direction", "occurred_at", "school", "catalogue_id",
        "coach_key", "coach", "other_coach_name", "event_key", "subject", "content", "sentiment",
        "interest_level", "logged_by",
    ]) { row, references in
        [
            row.id.text, row.type.rawValue, row.direction.rawValue, row.displayTime?.text,
            row.schoolName, references.catalogueID(of: row.schoolID), row.coachID?.text,
            row.coachName, row.otherCoachName, row.eventID?.text, row.subject, row.content,
            row.sentiment?.rawValue, row.calibratedLevel?.rawValue, row.loggedByName,
        ]
    }
}

extension ArchiveSheet<Attachment> {
    public static let files = ArchiveSheet([
        "file", "file_key", "interaction_key", "name", "media_type", "bytes", "sha256",
    ]) { file, _ in
        [
            ArchiveName.file(file.id, file.mediaType), file.id.text, file.interactionID.text,
            file.name, file.mediaType.rawValue, String(file.size), file.sha256,
        ]
    }
}

extension ArchiveSheet<Metric> {
    public static let metrics = ArchiveSheet([
        "metric_key", "metric_type", "value", "unit", "recorded_date", "event_key", "event",
        "verified", "notes",
    ]) { metric, _ in
        [
            metric.id.text, metric.metricType, metric.valueText, metric.unit,
            metric.recordedDate.text, metric.eventID?.text, metric.eventName,
            yesOrNo(metric.verified), metric.notes,
        ]
    }
}

extension ArchiveSheet<Post> {
    public static let posts = ArchiveSheet([
        "post_key", "platform", "post_date", "post_url", "post_content", "school", "catalogue_id",
        "coach_key", "author_name", "author_handle", "is_recruiting_related", "sentiment",
        "engagement_count",
    ]) { post, references in
        [
            post.id.text, post.platform.rawValue, post.postDate.text, post.postURL,
            post.postContent, post.schoolName, references.catalogueID(of: post.schoolID),
            post.coachID?.text, post.authorName, post.authorHandle,
            yesOrNo(post.isRecruitingRelated), post.sentiment?.rawValue,
            String(post.engagementCount),
        ]
    }
}

extension ArchiveSheet<FollowUpPlan> {
    public static let followUps = ArchiveSheet([
        "coach_key", "interaction_key", "coach", "player", "cadence_days", "due_on", "reason",
        "decision",
    ]) { plan, _ in
        [
            plan.coachID?.text, plan.contactID?.text, plan.who, plan.playerName,
            String(plan.cadenceDays), plan.next?.dueOn.text, plan.next?.reason.rawValue,
            plan.next?.decision?.rawValue ?? (plan.isFinished ? "done" : nil),
        ]
    }
}

extension ArchiveSheet<ContactWindow> {
    public static let windows = ArchiveSheet(
        ContactWindowCSV.Column.allCases.map(\.rawValue)
    ) { window, _ in
        [
            window.division?.rawValue, window.types.map(\.rawValue).joined(separator: ";"),
            window.direction?.rawValue, window.kind.rawValue, window.firstDay.text,
            window.lastDay?.text, window.note, window.source, window.checkedOn.text,
        ]
    }
}

extension ArchiveSheet<PlayerProfile> {
    public static let profiles = ArchiveSheet([
        "player", "positions", "graduation_year", "height", "weight", "gpa", "video_links",
    ]) { profile, _ in
        [
            profile.fullName, profile.positions, profile.graduationYear.map(String.init),
            profile.height, profile.weight.map(String.init), profile.gpaText, profile.videoLinks,
        ]
    }
}

extension ArchiveSheet<UserNotification> {
    public static let notifications = ArchiveSheet([
        "scheduled_for", "type", "title", "message", "read_at",
    ]) { row, _ in
        [
            row.scheduledFor.text, row.type.rawValue, row.title, row.message, row.readAt?.text,
        ]
    }
}

extension ArchiveSheet<Member> {
    public static let members = ArchiveSheet(["name", "role", "joined_at"]) { member, _ in
        [member.fullName, member.role.rawValue, member.joinedAt.text]
    }
}

extension ArchiveSheet<ArchivedChange> {
    public static let history = ArchiveSheet([
        "occurred_at", "service", "change", "record_type", "record_key", "version", "by",
    ]) { row, _ in
        [
            row.entry.occurredAt.text, row.service.rawValue, row.entry.type, row.entry.recordType,
            row.entry.recordID, String(row.entry.version), row.entry.actorName,
        ]
    }
}

private func yesOrNo(_ mark: Bool) -> String { mark ? "yes" : "no" }
