import Foundation

/// The usual text form of a histogram (`.hgrm`), which HdrHistogram's plotter and others read.
extension Histogram {
    /// One line of the percentile spectrum.
    struct Point: Sendable, Equatable, Codable {
        /// The duration in microseconds.
        var value: Int
        /// The share of all that kept it, 0 to 100.
        var percentile: Double
        /// How many kept it.
        var count: Int
    }

    /// Lines between two halvings of the distance to 100 %.
    static let ticksPerHalfDistance = 5

    /// The spectrum: percentiles whose distance grows smaller towards 100 %.
    func spectrum() -> [Point] {
        guard count > 0 else { return [] }
        var points: [Point] = []
        var next = 0.0
        var seen = 0
        for (bucket, number) in counts.enumerated() where number > 0 {
            seen += number
            let share = 100 * Double(seen) / Double(count)
            guard share >= next else { continue }
            let value = Histogram.bounds(of: bucket).upperBound
            while share >= next, next < 100 {
                points.append(Point(value: value, percentile: next, count: seen))
                if seen == count { break }
                next = Histogram.percentile(after: next)
            }
        }
        let last = Histogram.bounds(of: Histogram.bucket(of: max)).upperBound
        points.append(Point(value: last, percentile: 100, count: count))
        return points
    }

    private static func percentile(after percentile: Double) -> Double {
        let halvings = Foundation.log2(100 / (100 - percentile)).rounded(.down) + 1
        let ticks = Double(ticksPerHalfDistance) * Foundation.pow(2, halvings)
        return Swift.min(percentile + 100 / ticks, 100)
    }

    /// The spectrum as text, durations in milliseconds.
    func hgrm() -> String {
        var text = "       Value     Percentile TotalCount 1/(1-Percentile)\n\n"
        for point in spectrum() {
            let share = point.percentile / 100
            let value = Text.number(Double(point.value) / 1_000, decimals: 3)
            let inverse = share >= 1 ? "" : Text.number(1 / (1 - share), decimals: 2)
            text += Text.left(value, 12) + " " + Text.number(share, decimals: 12)
            text += " " + Text.left(String(point.count), 10)
            text += share >= 1 ? "\n" : " " + Text.left(inverse, 14) + "\n"
        }
        let mean = Text.left(Text.number(mean / 1_000, decimals: 3), 12)
        let deviation = Text.left(Text.number(deviation / 1_000, decimals: 3), 12)
        let longest = Histogram.bounds(of: Histogram.bucket(of: max)).upperBound
        let max = Text.left(Text.number(Double(longest) / 1_000, decimals: 3), 12)
        text += "#[Mean    = \(mean), StdDeviation   = \(deviation)]\n"
        text += "#[Max     = \(max), Total count    = \(Text.left(String(count), 12))]\n"
        text += "#[Buckets = \(Text.left("16", 12)), SubBuckets     = \(Text.left("2048", 12))]\n"
        return text
    }
}
