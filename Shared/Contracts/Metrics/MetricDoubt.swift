internal import Base

/// Decides whether a metric is probably a typing mistake. It is stored all the same (N-63).
public enum MetricDoubt {
    /// Returns a warning about a type that the family has not used before; nil for a known one.
    /// `others` are the family's own types.
    public static func newType(_ type: String, besides others: [String]) -> String? {
        guard MetricKind(rawValue: type) == nil, !others.contains(type) else { return nil }
        let words = MetricKind.allCases.map { (word: $0.rawValue, label: $0.label) }
        let meant = EditDistance.suggestions(
            for: type, among: words.flatMap { [$0.word, $0.label] } + others
        ).first
        guard let meant else { return "\"\(type)\" is a new type of metric." }
        let known = words.first { $0.word == meant || $0.label == meant }
        let name = known.map { "\($0.word) (\($0.label))" } ?? meant
        return "\"\(type)\" is a new type of metric. Did you mean \(name)?"
    }

    /// Returns a warning about a value beyond what athletes reach; nil for any other, and for types
    /// and units whose range is unknown.
    public static func unusualValue(of type: String, _ value: Double, _ unit: String) -> String? {
        guard let kind = MetricKind(rawValue: type), kind.unit == unit,
            let range = kind.usualValues, !range.contains(value)
        else { return nil }
        let limits = [range.lowerBound, range.upperBound].map(MetricValue.text)
        return """
            \(MetricValue.text(value)) \(unit) is unusual for \(kind.label): it is \(limits[0]) to \
            \(limits[1]) as a rule.
            """
    }
}

extension Metric {
    /// The warning about its value, if that is unusual.
    public var doubt: String? { MetricDoubt.unusualValue(of: metricType, value, unit) }
}

extension MetricKind {
    /// The values that athletes from the first year of high school to professionals reach, with a
    /// margin, in the usual unit; nil if there is no such range.
    var usualValues: ClosedRange<Double>? {
        switch self {
        case .velocity: 30...110
        case .exitVelocity: 30...130
        case .sixtyYardDash: 5.5...12
        case .popTime: 1.5...4
        case .battingAverage: 0...1
        case .earnedRunAverage: 0...50
        case .strikeouts: 0...500
        case .other: nil
        }
    }
}
