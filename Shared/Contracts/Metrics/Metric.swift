/// A measured performance, with or without an event (EV-37).
public struct Metric: Codable, Hashable, Sendable {
    public var id: MetricID
    public var familyUnitID: FamilyID
    public var userID: UserID
    /// The event at which it was measured, if any.
    public var eventID: EventID?
    /// The event's name, if it can be resolved.
    public var eventName: String?
    /// The measured quantity: a known word or one of the family's own (D-40).
    public var metricType: String
    /// The value, a finite number; 0 is valid.
    public var value: Double
    public var unit: String
    /// The day on which it was measured.
    public var recordedDate: CivilDay
    public var notes: String?
    /// Whether someone vouches for it.
    public var verified: Bool
    /// The time at which it was recorded here.
    public var createdAt: Instant

    /// The quantity's name for people (EV-35).
    public var displayLabel: String { MetricKind.label(of: metricType) }
    /// The verification as pages show it (EV-51).
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

    /// Writes every key; missing values are `null`.
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
    /// The value for people, without trailing zeros.
    public var valueText: String { MetricValue.text(value) }
}

/// Formats the values of metrics.
public enum MetricValue {
    /// Returns the shortest digits that parse to the same value: `92.5`, `7`, `0.333`.
    public static func text(_ value: Double) -> String {
        if let whole = Int64(exactly: value), abs(whole) < 1_000_000_000_000_000 {
            return String(whole)
        }
        return "\(value)"
    }
}
