/// A recruiting event: a showcase, a camp, a visit or a game (EV-02). Its days and times are local
/// to the place where it is held, not instants.
@JSONObject(nulls: true)
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
    @Written public var statusLabel: String { status.label }
    /// The days as people read them (EV-04).
    @Written public var dateRangeFormatted: String { DayRange.text(startDate, endDate) }
    /// The last day; the first one for an event of one day.
    public var lastDay: CivilDay { endDate ?? startDate }

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
}
