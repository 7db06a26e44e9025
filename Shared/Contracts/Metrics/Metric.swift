/// A measured performance, at an event or without one (EV-37).
public struct Metric: Codable, Hashable, Sendable {
    /// The metric's id.
    public var id: MetricID
    /// The family whose metric it is.
    public var familyUnitID: FamilyID
    /// Who recorded it.
    public var userID: UserID
    /// The event where it was measured.
    public var eventID: EventID?
    /// The event's name, where it can be resolved.
    public var eventName: String?
    /// What was measured: a known word or one of the family's own (D-40).
    public var metricType: String
    /// The value, a finite number; 0 is a value.
    public var value: Double
    /// What it is measured in.
    public var unit: String
    /// The day on which it was measured.
    public var recordedDate: CivilDay
    /// The family's notes.
    public var notes: String?
    /// Whether somebody vouches for it.
    public var verified: Bool
    /// When it was recorded here.
    public var createdAt: Instant

    /// What people call it (EV-35).
    public var displayLabel: String { MetricKind.label(of: metricType) }
    /// What pages say of its verification (EV-51).
    public var verifiedLabel: String { verified ? "Verified" : "Not verified" }

    enum CodingKeys: String, CodingKey {
        case id, value, unit, notes, verified
        case familyUnitID = "family_unit_id"
        case userID = "user_id"
        case eventID = "event_id"
        case eventName = "event_name"
        case metricType = "metric_type"
        case recordedDate = "recorded_date"
        case createdAt = "created_at"
    }

    private enum FurtherKeys: String, CodingKey {
        case displayLabel = "display_label"
    }

    /// A metric with these particulars.
    public init(
        id: MetricID, familyUnitID: FamilyID, userID: UserID, eventID: EventID?,
        eventName: String?, metricType: String, value: Double, unit: String,
        recordedDate: CivilDay, notes: String?, verified: Bool, createdAt: Instant
    ) {
        self.id = id
        self.familyUnitID = familyUnitID
        self.userID = userID
        self.eventID = eventID
        self.eventName = eventName
        self.metricType = metricType
        self.value = value
        self.unit = unit
        self.recordedDate = recordedDate
        self.notes = notes
        self.verified = verified
        self.createdAt = createdAt
    }

    /// Writes every key; what is missing is `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(familyUnitID, forKey: .familyUnitID)
        try container.encode(userID, forKey: .userID)
        try container.encode(eventID, forKey: .eventID)
        try container.encode(eventName, forKey: .eventName)
        try container.encode(metricType, forKey: .metricType)
        try container.encode(value, forKey: .value)
        try container.encode(unit, forKey: .unit)
        try container.encode(recordedDate, forKey: .recordedDate)
        try container.encode(notes, forKey: .notes)
        try container.encode(verified, forKey: .verified)
        try container.encode(createdAt, forKey: .createdAt)
        var further = encoder.container(keyedBy: FurtherKeys.self)
        try further.encode(displayLabel, forKey: .displayLabel)
    }
}

extension Metric {
    /// The value as people write it: no more digits than it has, no zeros at its end.
    public var valueText: String { MetricValue.text(value) }
}

/// Values of metrics as text.
public enum MetricValue {
    /// `92.5`, `7`, `0.333`: the shortest digits that read back as the value.
    public static func text(_ value: Double) -> String {
        if let whole = Int64(exactly: value), abs(whole) < 1_000_000_000_000_000 {
            return String(whole)
        }
        return "\(value)"
    }
}
