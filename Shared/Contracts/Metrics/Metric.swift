/// A measured performance, with or without an event (EV-37).
@JSONObject(nulls: true)
public struct Metric: Codable, JSONReadable, Hashable, Sendable {
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
    @Written public var displayLabel: String { MetricKind.label(of: metricType) }
    /// The verification as pages show it (EV-51).
    public var verifiedLabel: String { verified ? "Verified" : "Not verified" }
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

    /// A number with one decimal, such as `88.4`, `-0.5` or `7.0`; from 1e15 on with all its
    /// digits.
    public static func oneDecimal(_ value: Double) -> String {
        guard value.magnitude < 1e15 else { return text(value) }
        let tenths = Int((value * 10).rounded(.toNearestOrAwayFromZero))
        return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
    }
}
