/// A measured performance, with or without an event (EV-37).
@JSONObject(nulls: true)
public struct Metric: FormRecord, JSONReadable, Hashable {
    public var id: MetricID
    public var familyUnitID: FamilyID
    public var userID: UserID
    /// The measured quantity: a known word or one of the family's own (D-40).
    @Field(
        .metricType, "What was measured", label: "Metric Type", flag: "type", placeholder: "TYPE")
    public var metricType: String
    /// The value, a finite number; 0 is valid.
    @Field(.requiredNumber, "The value, a number", label: "Value", placeholder: "N")
    public var value: Double
    @Field(
        .textOrDefault(max: EventLimit.unitMax, "Unit must be 20 characters or less"),
        "The unit of the value", label: "Unit", placeholder: "UNIT")
    public var unit: String
    /// The event at which it was measured, if any.
    @Field(
        .identifier(EventID.self),
        "Event where it was measured: name or id", label: "Event", flag: "event")
    public var eventID: EventID?
    /// The event's name, if it can be resolved.
    public var eventName: String?
    /// The day on which it was measured.
    @Field(
        .requiredDay, "The day, such as 2026-03-04 or yesterday", label: "Date", flag: "date",
        placeholder: "DAY")
    public var recordedDate: CivilDay
    @Field(.plainText("Notes"), "The family's notes", label: "Notes")
    public var notes: String?
    /// Whether someone vouches for it.
    @Field(.mark, "Somebody else confirms the value", label: "Verified by somebody else")
    public var verified: Bool
    /// Starts at 1 and increases with each edit.
    public var version: Int
    /// The time at which it was recorded here.
    public var createdAt: Instant
    public var updatedAt: Instant

    public var title: String { "\(displayLabel): \(valueText) \(unit)" }

    /// The day has a default (D-41), and the unit too (D-40).
    public static func requires(_ key: String, in form: RecordForm<Metric>) -> Bool {
        key != "recorded_date"
    }

    /// Reads a value with its unit, such as `92 mph`, as the quantity's kind has it.
    public static func fill(
        _ key: String, with text: String, in form: inout RecordForm<Metric>
    ) -> FieldFilling? {
        switch key {
        case "value": FieldFilling(problem: form.setFigure(text))
        case "unit": FieldFilling(problem: form.setUnit(text))
        default: nil
        }
    }

    /// The quantity's name for people (EV-35).
    @Written public var displayLabel: String { MetricKind.label(of: metricType) }
    /// The verification as pages show it (EV-51).
    public var verifiedLabel: String { verified ? "Verified" : "Not verified" }

    /// Creates a metric that was not edited.
    public init(
        id: MetricID, familyUnitID: FamilyID, userID: UserID, eventID: EventID? = nil,
        eventName: String? = nil, metricType: String, value: Double, unit: String,
        recordedDate: CivilDay, notes: String? = nil, verified: Bool, createdAt: Instant
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
        version = 1
        updatedAt = createdAt
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

    /// Returns the number of decimals of a value as people read it; 0 for one with an exponent.
    static func decimalCount(_ value: Double) -> Int {
        let text = Self.text(value)
        guard !text.contains("e"), let point = text.firstIndex(of: ".") else { return 0 }
        return text.distance(from: point, to: text.endIndex) - 1
    }

    /// Returns the digits of a mean, with at least one decimal: `88.4`, `7.0`, `0.292`.
    static func mean(_ value: Double) -> String {
        let text = Self.text(value)
        return text.contains(where: { !$0.isNumber && $0 != "-" }) ? text : text + ".0"
    }

    /// A number with one decimal, such as `88.4`, `-0.5` or `7.0`; from 1e15 on with all its
    /// digits.
    public static func oneDecimal(_ value: Double) -> String {
        guard value.magnitude < 1e15 else { return text(value) }
        let tenths = Int((value * 10).rounded(.toNearestOrAwayFromZero))
        return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
    }
}
