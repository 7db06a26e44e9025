/// The metrics that the product knows (D-40). A metric's type may also be any other word.
public enum MetricKind: String, Codable, Sendable, CaseIterable, Hashable {
    case velocity
    case exitVelocity = "exit_velo"
    case sixtyYardDash = "sixty_time"
    case popTime = "pop_time"
    case battingAverage = "batting_avg"
    case earnedRunAverage = "era"
    case strikeouts
    case other

    /// The unit where no other is known.
    public static let fallbackUnit = "unit"

    /// The label for people (EV-35).
    public var label: String {
        switch self {
        case .velocity: "Fastball Velocity"
        case .exitVelocity: "Exit Velocity"
        case .sixtyYardDash: "60-Yard Dash"
        case .popTime: "Pop Time"
        case .battingAverage: "Batting Average"
        case .earnedRunAverage: "ERA"
        case .strikeouts: "Strikeouts"
        case .other: "Other Metric"
        }
    }

    /// The usual unit of its values.
    public var unit: String {
        switch self {
        case .velocity, .exitVelocity: "mph"
        case .sixtyYardDash, .popTime: "sec"
        case .battingAverage, .earnedRunAverage, .strikeouts, .other: Self.fallbackUnit
        }
    }

    /// Returns the label of a type; an unknown type is shown as typed.
    public static func label(of type: String) -> String {
        MetricKind(rawValue: type)?.label ?? type
    }

    /// Returns the usual unit of a type (D-40).
    public static func unit(of type: String) -> String {
        MetricKind(rawValue: type)?.unit ?? fallbackUnit
    }

    /// Returns whether a lower value is better, as for times and earned runs. For unknown types and
    /// `other` the unit decides.
    public static func isLowerBetter(_ type: String, unit: String) -> Bool {
        switch MetricKind(rawValue: type) {
        case .sixtyYardDash, .popTime, .earnedRunAverage: true
        case .velocity, .exitVelocity, .battingAverage, .strikeouts: false
        case .other, nil: timeUnits.contains(unit.lowercased())
        }
    }

    private static let timeUnits: Set = [
        "s", "sec", "secs", "second", "seconds", "ms", "min", "mins", "minute", "minutes",
    ]
}

/// The orders of the list of metrics.
public enum MetricOrder: String, Codable, JSONWritable, JSONReadable, ListOrder {
    case newest
    case oldest

    /// Newest first.
    public static let standard = MetricOrder.newest

    public var label: String {
        switch self {
        case .newest: "Date (newest first)"
        case .oldest: "Date (oldest first)"
        }
    }
}
