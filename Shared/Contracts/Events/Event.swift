/// A recruiting event: a showcase, a camp, a visit or a game (EV-02). Its days and times are local
/// to the place where it is held, not instants.
@JSONObject(nulls: true)
public struct Event: FormRecord, JSONReadable, Hashable {
    public var id: EventID
    public var familyUnitID: FamilyID
    public var userID: UserID
    @Field(
        .requiredText(EventLimit.nameLength, EventRefusal.name),
        "Name of the event", label: "Name", placeholder: "NAME", columns: "event", "eventname",
        "title")
    public var name: String
    @Field(
        .requiredWord(EventType.self, EventRefusal.type), "Kind of event", label: "Type",
        placeholder: "TYPE", columns: "eventtype", "kind")
    public var type: EventType
    /// The school that it belongs to, if any.
    @Field(.school)
    public var schoolID: SchoolID?
    /// The school's name, if it can be resolved.
    public var schoolName: String?
    /// The place, in words.
    @Field(
        .text(max: EventLimit.placeMax, "Location must be 255 characters or less"),
        "Location, in words", label: "Location", columns: "place", "venue", "where", "field")
    public var location: String?
    @Field(
        .text(max: EventLimit.placeMax, "Address must be 255 characters or less"),
        "Street address", label: "Street", columns: "street", "streetaddress")
    public var address: String?
    @Field(
        .text(max: EventLimit.cityMax, "City must be 100 characters or less"), "City",
        placeholder: "CITY", columns: "town")
    public var city: String?
    /// The two letters of the state.
    @Field(.state)
    public var state: String?
    @Field(
        .requiredDay, "First day, YYYY-MM-DD", label: "Start Date", placeholder: "DAY",
        columns: "date", "start", "startday", "day", "from", "firstday")
    public var startDate: CivilDay
    /// The last day, if the event has several.
    @Field(
        .day, "Last day, if there are several", label: "End Date", placeholder: "DAY",
        columns: "end", "endday", "to", "until", "lastday")
    public var endDate: CivilDay?
    /// The time at which it starts on its first day.
    @Field(
        .time, "When it begins", label: "Start Time", placeholder: "HH:MM",
        columns: "time", "starttime", "begins")
    public var startTime: LocalTime?
    @Field(
        .time, "When it ends", label: "End Time", placeholder: "HH:MM", columns: "endtime", "ends")
    public var endTime: LocalTime?
    @Field(
        .time, "When to check in", label: "Check-in Time", placeholder: "HH:MM",
        columns: "checkin", "checkintime")
    public var checkinTime: LocalTime?
    @Field(
        .webAddress, "Web address", label: EventText.link, placeholder: "URL",
        columns: "link", "web", "website", "webaddress")
    public var url: String?
    @Field(
        .plainText("Description"), "Description, up to 2,000 characters",
        label: EventText.description,
        columns: "about", "details")
    public var description: String?
    /// How the family heard of it.
    @Field(
        .optionalWord(EventSource.self, EventRefusal.source), "How you heard about it",
        label: "Source", placeholder: "SOURCE", columns: "source", "heardfrom")
    public var eventSource: EventSource?
    /// The coaches seen there, in the order in which they were recorded.
    public var coachesPresent: [CoachID] = []
    /// The family's notes on the performance there.
    @Field(
        .plainText("Performance notes"), "How it went, up to 2,000 characters",
        label: EventText.notes,
        columns: "notes", "note", "comments", "howitwent")
    public var performanceNotes: String?
    /// Statistics in the family's own terms.
    @Field(
        .stats, "Your own figures: lines such as Hits: 3, or a JSON object", label: EventText.stats,
        flag: "stats", placeholder: "FIGURES")
    public var statsRecorded: RecordedStats?
    /// The cost in dollars, with cents; 0 is valid.
    @Field(
        .cost, "Cost in dollars", label: "Cost", placeholder: "AMOUNT", columns: "price", "fee",
        "amount")
    public var cost: Double?
    /// Whether the player is registered.
    @Field(.mark, "Registered", columns: "signedup")
    public var registered = false
    /// Whether the player was there.
    @Field(.mark, "Attended", columns: "went", "present")
    public var attended = false
    /// Starts at 1 and increases with each edit.
    public var version = 1
    public var createdAt: Instant
    public var updatedAt: Instant

    public var title: String { name }

    /// The last day must not precede the first (D-44).
    public static func contradiction(
        in input: RecordInput<Event>
    ) -> (key: String, message: String)? {
        guard let start = input.startDate, let end = input.endDate, end < start else { return nil }
        return ("end_date", EventRefusal.endDate)
    }

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
