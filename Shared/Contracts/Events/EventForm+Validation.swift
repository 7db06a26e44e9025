extension EventForm {
    public func validated() throws(ServiceError) -> EventInput {
        var errors = FieldErrors()
        let id: EventID? = errors.optionalIdentifier(id, named: "id", EventRefusal.event)
        let isEdit = id != nil
        let cleared = errors.cleared(clear, named: "clear", isEdit: isEdit)
        var input = EventInput(
            id: id, version: errors.optionalVersion(version, named: "version"),
            cleared: isEdit ? cleared.union(emptied) : [])
        if !isEdit || type.value != nil || type.isMalformed {
            input.type = errors.requiredWord(type, named: "type", EventRefusal.type)
        }
        if !isEdit || name.value != nil || name.isMalformed {
            input.name = errors.requiredText(
                name, named: "name", length: EventLimit.nameLength, EventRefusal.name)
        }
        input.startDate = errors.day(
            startDate, named: "start_date", isOptional: isEdit && startDate.value == nil)
        input.endDate = errors.day(endDate, named: "end_date", isOptional: true)
        if let start = input.startDate, let end = input.endDate, end < start {
            errors.refuse("end_date", EventRefusal.endDate)
        }
        readPlace(into: &input, &errors)
        readRest(into: &input, &errors)
        try errors.throwIfAny()
        return input
    }

    private func readPlace(into input: inout EventInput, _ errors: inout FieldErrors) {
        input.schoolID = errors.optionalIdentifier(
            schoolID, named: "school_id", CreateInteraction.Refusal.school)
        input.location = errors.optionalTrimmedText(
            location, named: "location", max: EventLimit.placeMax,
            "Location must be 255 characters or less")
        input.address = errors.optionalTrimmedText(
            address, named: "address", max: EventLimit.placeMax,
            "Address must be 255 characters or less")
        input.city = errors.optionalTrimmedText(
            city, named: "city", max: EventLimit.cityMax, "City must be 100 characters or less")
        input.state = errors.optionalState(state, named: "state")
    }

    private func readRest(into input: inout EventInput, _ errors: inout FieldErrors) {
        input.startTime = errors.optionalTime(startTime, named: "start_time")
        input.endTime = errors.optionalTime(endTime, named: "end_time")
        input.checkinTime = errors.optionalTime(checkinTime, named: "checkin_time")
        input.url = errors.optionalWebAddress(url, named: "url")
        input.description = errors.optionalPlainText(
            description, named: "description", "Description")
        input.eventSource = errors.optionalWord(
            eventSource, named: "event_source", EventRefusal.source)
        input.performanceNotes = errors.optionalPlainText(
            performanceNotes, named: "performance_notes", "Performance notes")
        input.statsRecorded = errors.optionalStats(statsRecorded, named: "stats_recorded")
        input.cost = errors.optionalCost(cost, named: "cost")
        input.registered = errors.optionalMark(registered, named: "registered")
        input.attended = errors.optionalMark(attended, named: "attended")
    }

    /// The text fields given as blank text. Absent fields and `null` do not count.
    private var emptied: Set<EventInput.Entry> {
        let entries: [(EventInput.Entry, FormField<String>)] = [
            (.schoolID, schoolID), (.location, location), (.address, address), (.city, city),
            (.state, state), (.endDate, endDate), (.startTime, startTime), (.endTime, endTime),
            (.checkinTime, checkinTime), (.url, url), (.description, description),
            (.eventSource, eventSource), (.performanceNotes, performanceNotes),
        ]
        return Set(entries.filter { $0.1.isEmptied }.map(\.0))
    }
}

/// A validated event form. In an edit, nil leaves a property unchanged unless it is cleared.
public struct EventInput: Sendable {
    /// The optional properties of an event.
    public enum Entry: String, Hashable, Sendable, CaseIterable {
        case schoolID = "school_id"
        case location, address, city, state
        case endDate = "end_date"
        case startTime = "start_time"
        case endTime = "end_time"
        case checkinTime = "checkin_time"
        case url, description
        case eventSource = "event_source"
        case performanceNotes = "performance_notes"
        case statsRecorded = "stats_recorded"
        case cost
    }

    public let id: EventID?
    /// The version that the edit is based on.
    public let version: Int?
    /// The properties that an edit clears.
    public let cleared: Set<Entry>
    public internal(set) var schoolID: SchoolID?
    /// The kind of event; never nil for a new event.
    public internal(set) var type: EventType?
    /// The name; never nil for a new event.
    public internal(set) var name: String?
    /// The place, in words.
    public internal(set) var location: String?
    public internal(set) var address: String?
    public internal(set) var city: String?
    /// The two letters of the state, in upper case.
    public internal(set) var state: String?
    /// The first day; never nil for a new event.
    public internal(set) var startDate: CivilDay?
    public internal(set) var endDate: CivilDay?
    public internal(set) var startTime: LocalTime?
    public internal(set) var endTime: LocalTime?
    public internal(set) var checkinTime: LocalTime?
    public internal(set) var url: String?
    /// The description as plain text.
    public internal(set) var description: String?
    /// How the family heard of it.
    public internal(set) var eventSource: EventSource?
    /// The performance notes as plain text.
    public internal(set) var performanceNotes: String?
    /// Statistics in the family's own terms.
    public internal(set) var statsRecorded: RecordedStats?
    /// The cost in dollars.
    public internal(set) var cost: Double?
    /// Whether the player is registered.
    public internal(set) var registered: Bool?
    /// Whether the player was there.
    public internal(set) var attended: Bool?

    init(id: EventID?, version: Int?, cleared: Set<Entry>) {
        self.id = id
        self.version = version
        self.cleared = cleared
    }
}

extension FieldErrors {
    /// Validates the names of the properties that an edit clears.
    fileprivate mutating func cleared(
        _ field: FormField<[String]>, named name: String, isEdit: Bool
    ) -> Set<EventInput.Entry> {
        let names = field.value ?? []
        let entries = names.compactMap(EventInput.Entry.init(rawValue:))
        if field.isMalformed || entries.count != names.count || (!isEdit && !names.isEmpty) {
            let known = EventInput.Entry.allCases.map(\.rawValue).joined(separator: ", ")
            refuse(name, "An edit can clear: \(known)")
        }
        return Set(entries)
    }
}
