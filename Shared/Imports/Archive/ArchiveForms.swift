public import Contracts

/// What the ids in an archive have become in the family that it is read into.
public struct ArchiveMap: Sendable {
    public var schools: [SchoolID: SchoolID] = [:]
    public var coaches: [CoachID: CoachID] = [:]
    public var events: [EventID: EventID] = [:]
    public var interactions: [InteractionID: InteractionID] = [:]

    public init() {}

    fileprivate func school(_ id: SchoolID?) -> FormField<String> {
        FormField(id.flatMap { schools[$0]?.text })
    }

    fileprivate func coach(_ id: CoachID?) -> FormField<String> {
        FormField(id.flatMap { coaches[$0]?.text })
    }

    fileprivate func event(_ id: EventID?) -> FormField<String> {
        FormField(id.flatMap { events[$0]?.text })
    }
}

/// Turns records of an archive into the forms that add them. The services validate these as any
/// others.
public enum ArchiveForms {
    /// The record in a line of JSON Lines.
    public static func record<Record: Decodable>(
        _ type: Record.Type, in line: [UInt8]
    ) throws(ServiceError) -> Record {
        try JSONCoding.decodeDocument(type, from: line)
    }

    /// The form that fills in the profile of a player.
    public static func profile(
        of player: UserID, in line: [UInt8]
    ) throws(ServiceError) -> ProfileForm {
        var form = try form(PlayerProfile.self, in: line)
        form.id = FormField(ProfileID(of: player).text)
        return form
    }

    /// The form of a school.
    public static func school(in line: [UInt8]) throws(ServiceError) -> SchoolForm {
        try form(School.self, in: line)
    }

    /// The form of a coach.
    public static func coach(
        _ coach: Coach, in line: [UInt8], _ map: ArchiveMap
    ) throws(ServiceError) -> CoachForm {
        var form = try form(Coach.self, in: line)
        form.schoolID = map.school(coach.schoolID)
        return form
    }

    /// The form of an event.
    public static func event(
        _ event: Event, in line: [UInt8], _ map: ArchiveMap
    ) throws(ServiceError) -> EventForm {
        var form = try form(Event.self, in: line)
        form.schoolID = map.school(event.schoolID)
        return form
    }

    /// The form of a metric.
    public static func metric(
        _ metric: Metric, in line: [UInt8], _ map: ArchiveMap
    ) throws(ServiceError) -> MetricForm {
        var form = try form(Metric.self, in: line)
        form.eventID = map.event(metric.eventID)
        return form
    }

    /// The form of a post.
    public static func post(
        _ post: Post, in line: [UInt8], _ map: ArchiveMap
    ) throws(ServiceError) -> PostForm {
        var form = try record(PostForm.self, in: line)
        form.schoolID = map.school(post.schoolID)
        form.coachID = map.coach(post.coachID)
        return form
    }

    /// The form of an interaction. A coach who is not in the family becomes one who is not listed.
    /// The note that the answers about interest leave in the content is left out, because the
    /// service appends it again.
    public static func interaction(
        _ record: Interaction, _ map: ArchiveMap
    ) -> CreateInteraction.Request {
        var form = CreateInteraction.Request(
            type: record.type.rawValue, direction: record.direction.rawValue,
            occurredAt: record.displayTime?.text)
        form.schoolID = map.school(record.schoolID)
        form.coachID = map.coach(record.coachID)
        form.eventID = map.event(record.eventID)
        form.otherCoachName = FormField(
            form.coachID.value == nil ? record.otherCoachName ?? record.coachName : nil)
        form.subject = FormField(record.subject)
        form.sentiment = FormField(record.sentiment?.rawValue)
        form.interestAnswers = FormField(record.interestAnswers?.map(\.rawValue))
        form.content = FormField(
            record.interestAnswers == nil ? record.content : contentBeforeNote(of: record))
        return form
    }

    private static func contentBeforeNote(of record: Interaction) -> String? {
        guard let content = record.content,
            let note = record.interestLevel.flatMap(InterestCalibration.note)
        else { return record.content }
        guard content.hasSuffix(note) else { return record.contentWithoutNote }
        let text = String(content.dropLast(note.count))
        return text.isEmpty ? nil : text
    }

    /// What requests about a plan name in the family; nil if it is not there.
    public static func target(of plan: FollowUpPlan, _ map: ArchiveMap) -> RecordID? {
        guard let coach = plan.coachID else {
            return plan.contactID.flatMap { map.interactions[$0] }.map { RecordID($0) }
        }
        return map.coaches[coach].map { RecordID($0) }
    }

    /// The decisions of a plan that still hold: a cadence of its own, and a day that has not
    /// passed. Nil if there are none.
    public static func followUp(
        _ plan: FollowUpPlan, today: CivilDay, timeZone: String?, _ map: ArchiveMap
    ) -> SetFollowUp.Request? {
        guard fate(of: plan, today: today) == .holds, let target = target(of: plan, map) else {
            return nil
        }
        let day = decidedDay(of: plan).flatMap { $0 < today ? nil : $0 }
        return SetFollowUp.Request(
            id: target, cadenceDays: ownCadence(of: plan), dueOn: day?.text,
            timeZone: timeZone)
    }

    /// What becomes of a plan that is read back.
    public enum FollowUpFate: Sendable {
        /// Nothing was decided: the plan follows from the log.
        case followsFromLog
        /// Only a day was decided, and it has passed.
        case passed
        /// Something that was decided still holds.
        case holds
        /// A contact without a coach of the family was answered or left out: nobody waits.
        case finished
    }

    /// What becomes of a plan on a day.
    public static func fate(of plan: FollowUpPlan, today: CivilDay) -> FollowUpFate {
        if plan.isFinished { return .finished }
        if ownCadence(of: plan) != nil { return .holds }
        guard let day = decidedDay(of: plan) else { return .followsFromLog }
        return day < today ? .passed : .holds
    }

    private static func ownCadence(of plan: FollowUpPlan) -> Int? {
        plan.cadenceDays == FollowUpLimit.cadenceDays ? nil : plan.cadenceDays
    }

    private static func decidedDay(of plan: FollowUpPlan) -> CivilDay? {
        plan.next.flatMap { $0.decision == nil ? nil : $0.dueOn }
    }

    /// The file that sets the family's contact windows.
    public static func windows(_ windows: [ContactWindow]) -> ImportContactWindows.Request {
        let sheet = ArchiveSheet<ContactWindow>.windows
        let writer = CSVWriter(guardsFormulas: false)
        let rows = windows.map { sheet.values(of: $0, ArchiveReferences()) }
        return ImportContactWindows.Request(
            csv: ([sheet.columns] + rows).map { writer.line($0) }.joined())
    }

    /// A form whose fields are those of the record in a line, but of a new record.
    private static func form<Record: FormRecord>(
        _ type: Record.Type, in line: [UInt8]
    ) throws(ServiceError) -> RecordForm<Record> {
        var form = try record(RecordForm<Record>.self, in: line)
        form.id = FormField(nil)
        form.version = FormField(nil)
        form.clear = FormField(nil)
        return form
    }
}

/// A coach who was seen at an event, as a line of an archive.
@JSONObject
public struct ArchivedSeen: Codable, Sendable {
    public var eventID: EventID
    public var coachID: CoachID
}

/// Checks the lines of an archive without storing anything.
public enum ArchiveReading {
    /// Throws if a line is not a record of a table.
    public static func check(_ table: ArchiveTable, _ line: [UInt8]) throws(ServiceError) {
        switch table {
        case .schools: _ = try ArchiveForms.record(School.self, in: line)
        case .coaches: _ = try ArchiveForms.record(Coach.self, in: line)
        case .events: _ = try ArchiveForms.record(Event.self, in: line)
        case .presences: _ = try ArchiveForms.record(ArchivedSeen.self, in: line)
        case .interactions: _ = try ArchiveForms.record(Interaction.self, in: line)
        case .files: _ = try ArchiveForms.record(Attachment.self, in: line)
        case .metrics: _ = try ArchiveForms.record(Metric.self, in: line)
        case .posts: _ = try ArchiveForms.record(Post.self, in: line)
        case .followUps: _ = try ArchiveForms.record(FollowUpPlan.self, in: line)
        case .windows: _ = try ArchiveForms.record(ContactWindow.self, in: line)
        case .profiles: _ = try ArchiveForms.record(PlayerProfile.self, in: line)
        case .notifications, .members, .history: break
        }
    }
}
