/// The statistics of one type of metric in one unit: count, average, best, worst and latest.
@JSONObject
public struct PersonalBest: Hashable {
    public var metricType: String
    public var displayLabel: String
    /// The unit; values of different units are not compared.
    public var unit: String
    /// Whether a lower value is better.
    public var lowerIsBetter: Bool
    public var count: Int
    /// The mean, rounded to as many decimals as the values have, at least one.
    public var average: Double
    /// The best metric; the earliest of equal ones.
    public var best: Metric
    /// The worst metric; the earliest of equal ones.
    public var worst: Metric
    /// The most recently measured metric.
    public var latest: Metric
}

extension PersonalBest {
    /// The mean for people, with at least one decimal.
    public var averageText: String { MetricValue.mean(average) }
}

/// Computes personal bests.
public enum PersonalBests {
    /// Returns the statistics by type and unit: known types in their order, then the family's own
    /// types by name.
    public static func of(_ metrics: [Metric]) -> [PersonalBest] {
        let groups = Dictionary(grouping: metrics) { Key(type: $0.metricType, unit: $0.unit) }
        return groups.sorted { $0.key < $1.key }.compactMap { key, group in
            best(of: group, key)
        }
    }

    /// The most decimals of a mean.
    static let averageDecimalsMax = 4

    /// Returns the mean of the values, rounded half away from zero to as many decimals as they
    /// have, at least one and at most `averageDecimalsMax`; 0 without values.
    public static func average(_ values: [Double]) -> Double {
        guard !values.isEmpty else { return 0 }
        let decimals = values.map(MetricValue.decimalCount).max() ?? 0
        let scale = (0..<min(max(decimals, 1), averageDecimalsMax)).reduce(1.0) { power, _ in
            power * 10
        }
        let largest = values.map(\.magnitude).max() ?? 0
        guard largest < wholeMax / scale else {
            let count = Double(values.count)
            // Divides before adding: the sum of finite numbers may overflow.
            return values.reduce(0) { $0 + $1 / count }
        }
        // Whole numbers add up exactly, so that halves are halves.
        let sum = values.reduce(Int128(0)) { $0 + Int128(($1 * scale).rounded()) }
        let count = Int128(values.count)
        let rounded = (2 * sum.magnitude + count.magnitude) / (2 * count.magnitude)
        return (sum < 0 ? -1 : 1) * Double(rounded) / scale
    }

    /// Above this number not every whole number is a `Double`.
    private static let wholeMax = 9_007_199_254_740_992.0

    private struct Key: Hashable, Comparable {
        let type: String
        let unit: String

        static func < (left: Key, right: Key) -> Bool {
            (left.rank, left.type, left.unit) < (right.rank, right.type, right.unit)
        }

        private var rank: Int {
            MetricKind(rawValue: type).flatMap { MetricKind.allCases.firstIndex(of: $0) }
                ?? MetricKind.allCases.count
        }
    }

    private static func best(of group: [Metric], _ key: Key) -> PersonalBest? {
        let ordered = group.sorted { ($0.recordedDate, $0.id) < ($1.recordedDate, $1.id) }
        guard let first = ordered.first, let last = ordered.last else { return nil }
        let lower = MetricKind.isLowerBetter(key.type, unit: key.unit)
        var (lowest, highest) = (first, first)
        for metric in ordered {
            if metric.value < lowest.value { lowest = metric }
            if metric.value > highest.value { highest = metric }
        }
        return PersonalBest(
            metricType: key.type, displayLabel: MetricKind.label(of: key.type), unit: key.unit,
            lowerIsBetter: lower, count: group.count,
            average: average(ordered.map(\.value)), best: lower ? lowest : highest,
            worst: lower ? highest : lowest, latest: last)
    }
}
