/// A recruiting event: a showcase, a camp, a visit or a game (EV-02). Its days and times are those
/// of the place where it is, and no instants.
public struct Event: Codable, Hashable, Sendable {
    /// The event's id.
    public var id: EventID
    /// The family whose event it is.
    public var familyUnitID: FamilyID
    /// Who added it.
    public var userID: UserID
    /// The school, if it is one's.
    public var schoolID: SchoolID?
    /// The school's name, where it can be resolved.
    public var schoolName: String?
    /// The kind of event.
    public var type: EventType
    /// The name.
    public var name: String
    /// Where it is, in words.
    public var location: String?
    /// The street address.
    public var address: String?
    /// The city.
    public var city: String?
    /// The two letters of the state.
    public var state: String?
    /// The first day.
    public var startDate: CivilDay
    /// The last day, if there are several.
    public var endDate: CivilDay?
    /// When it begins on its first day.
    public var startTime: LocalTime?
    /// When it ends.
    public var endTime: LocalTime?
    /// When to check in.
    public var checkinTime: LocalTime?
    /// Its web address.
    public var url: String?
    /// What it is about.
    public var description: String?
    /// How the family heard of it.
    public var eventSource: EventSource?
    /// The coaches who were seen there, in the order of their recording.
    public var coachesPresent: [CoachID] = []
    /// The family's notes on the performance there.
    public var performanceNotes: String?
    /// Figures in the family's own words.
    public var statsRecorded: RecordedStats?
    /// The cost in dollars, to the cent; 0 is a value.
    public var cost: Double?
    /// Whether the athlete is registered.
    public var registered = false
    /// Whether the athlete was there.
    public var attended = false
    /// Counts the edits, from 1.
    public var version = 1
    /// When it was added.
    public var createdAt: Instant
    /// When it was last changed.
    public var updatedAt: Instant

    /// Where the family stands with it (EV-05).
    public var status: EventStatus { EventStatus(registered: registered, attended: attended) }
    /// Its days as people read them (EV-04).
    public var dateRangeFormatted: String { DayRange.text(startDate, endDate) }
    /// The last day, which is the first one for most.
    public var lastDay: CivilDay { endDate ?? startDate }

    enum CodingKeys: String, CodingKey {
        case id, type, name, location, address, city, state, url, description, cost, registered
        case attended, version
        case familyUnitID = "family_unit_id"
        case userID = "user_id"
        case schoolID = "school_id"
        case schoolName = "school_name"
        case startDate = "start_date"
        case endDate = "end_date"
        case startTime = "start_time"
        case endTime = "end_time"
        case checkinTime = "checkin_time"
        case eventSource = "event_source"
        case coachesPresent = "coaches_present"
        case performanceNotes = "performance_notes"
        case statsRecorded = "stats_recorded"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
    }

    private enum FurtherKeys: String, CodingKey {
        case dateRangeFormatted = "date_range_formatted"
        case statusLabel = "status_label"
    }

    /// An event with these particulars, the others empty.
    public init(
        id: EventID, familyUnitID: FamilyID, userID: UserID, type: EventType, name: String,
        startDate: CivilDay, at now: Instant
    ) {
        self.id = id
        self.familyUnitID = familyUnitID
        self.userID = userID
        self.type = type
        self.name = name
        self.startDate = startDate
        createdAt = now
        updatedAt = now
    }

    /// Writes every key; what is missing is `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(familyUnitID, forKey: .familyUnitID)
        try container.encode(userID, forKey: .userID)
        try container.encode(schoolID, forKey: .schoolID)
        try container.encode(schoolName, forKey: .schoolName)
        try container.encode(type, forKey: .type)
        try container.encode(name, forKey: .name)
        try container.encode(location, forKey: .location)
        try container.encode(address, forKey: .address)
        try container.encode(city, forKey: .city)
        try container.encode(state, forKey: .state)
        try container.encode(startDate, forKey: .startDate)
        try container.encode(endDate, forKey: .endDate)
        try container.encode(startTime, forKey: .startTime)
        try container.encode(endTime, forKey: .endTime)
        try container.encode(checkinTime, forKey: .checkinTime)
        try container.encode(url, forKey: .url)
        try container.encode(description, forKey: .description)
        try container.encode(eventSource, forKey: .eventSource)
        try container.encode(coachesPresent, forKey: .coachesPresent)
        try container.encode(performanceNotes, forKey: .performanceNotes)
        try container.encode(statsRecorded, forKey: .statsRecorded)
        try container.encode(cost, forKey: .cost)
        try container.encode(registered, forKey: .registered)
        try container.encode(attended, forKey: .attended)
        try container.encode(version, forKey: .version)
        try container.encode(createdAt, forKey: .createdAt)
        try container.encode(updatedAt, forKey: .updatedAt)
        var further = encoder.container(keyedBy: FurtherKeys.self)
        try further.encode(dateRangeFormatted, forKey: .dateRangeFormatted)
        try further.encode(status.label, forKey: .statusLabel)
    }
}
