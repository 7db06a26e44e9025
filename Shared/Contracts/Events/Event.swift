/// A recruiting event: a showcase, a camp, a visit or a game (EV-02). Its days and times are local
/// to the place where it is held, not instants.
public struct Event: Codable, Hashable, Sendable {
    public var id: EventID
    public var familyUnitID: FamilyID
    public var userID: UserID
    /// The school that it belongs to, if any.
    public var schoolID: SchoolID?
    /// The school's name, if it can be resolved.
    public var schoolName: String?
    public var type: EventType
    public var name: String
    /// The place, in words.
    public var location: String?
    public var address: String?
    public var city: String?
    /// The two letters of the state.
    public var state: String?
    public var startDate: CivilDay
    /// The last day, if the event has several.
    public var endDate: CivilDay?
    /// The time at which it starts on its first day.
    public var startTime: LocalTime?
    public var endTime: LocalTime?
    public var checkinTime: LocalTime?
    public var url: String?
    public var description: String?
    /// How the family heard of it.
    public var eventSource: EventSource?
    /// The coaches seen there, in the order in which they were recorded.
    public var coachesPresent: [CoachID] = []
    /// The family's notes on the performance there.
    public var performanceNotes: String?
    /// Statistics in the family's own terms.
    public var statsRecorded: RecordedStats?
    /// The cost in dollars, with cents; 0 is valid.
    public var cost: Double?
    /// Whether the player is registered.
    public var registered = false
    /// Whether the player was there.
    public var attended = false
    /// Starts at 1 and increases with each edit.
    public var version = 1
    public var createdAt: Instant
    public var updatedAt: Instant

    /// The family's participation (EV-05).
    public var status: EventStatus { EventStatus(registered: registered, attended: attended) }
    /// The days as people read them (EV-04).
    public var dateRangeFormatted: String { DayRange.text(startDate, endDate) }
    /// The last day; the first one for an event of one day.
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

    /// Creates an event whose other properties are empty.
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

    /// Writes every key; missing values are `null`.
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
