/// Counts durations so that each is known to three significant digits, from 1 µs to 60 s: exact up
/// to 2,047 µs, then 1,024 buckets a power of two. Histograms of several threads add up.
struct Histogram: Sendable, Equatable {
    /// The longest duration that is told apart, in microseconds; longer ones count as this.
    static let microsecondsMax = 60_000_000
    /// Buckets of a power of two; twice as many begin at 0.
    private static let halfBits = 10
    private static let half = 1 << halfBits

    /// By bucket; only as long as the highest bucket that holds something.
    private(set) var counts: [Int] = []
    /// How many durations were counted.
    private(set) var count = 0
    /// All durations together, in microseconds.
    private(set) var sum = 0
    /// The shortest and the longest duration, in microseconds; 0 as long as there is none.
    private(set) var min = 0
    private(set) var max = 0

    /// Counts one duration in microseconds; one below 0 counts as 0.
    mutating func record(_ microseconds: Int) {
        let value = Swift.min(Swift.max(microseconds, 0), Histogram.microsecondsMax)
        let bucket = Histogram.bucket(of: value)
        if bucket >= counts.count {
            counts.append(contentsOf: repeatElement(0, count: bucket + 1 - counts.count))
        }
        counts[bucket] += 1
        min = count == 0 ? value : Swift.min(min, value)
        max = Swift.max(max, value)
        count += 1
        sum += value
    }

    /// Counts what another histogram counted.
    mutating func add(_ other: Histogram) {
        guard other.count > 0 else { return }
        if other.counts.count > counts.count {
            let missing = other.counts.count - counts.count
            counts.append(contentsOf: repeatElement(0, count: missing))
        }
        for (bucket, number) in other.counts.enumerated() {
            counts[bucket] += number
        }
        min = count == 0 ? other.min : Swift.min(min, other.min)
        max = Swift.max(max, other.max)
        count += other.count
        sum += other.sum
    }

    /// The mean in microseconds; 0 if there is none.
    var mean: Double { count == 0 ? 0 : Double(sum) / Double(count) }

    /// The standard deviation in microseconds, from the middles of the buckets.
    var deviation: Double {
        guard count > 0 else { return 0 }
        var (sum, squares) = (0.0, 0.0)
        for (bucket, number) in counts.enumerated() where number > 0 {
            let bounds = Histogram.bounds(of: bucket)
            let middle = Double(bounds.lowerBound + bounds.upperBound) / 2
            sum += middle * Double(number)
            squares += middle * middle * Double(number)
        }
        let mean = sum / Double(count)
        return Swift.max(squares / Double(count) - mean * mean, 0).squareRoot()
    }

    /// The duration in microseconds that this share (0 to 100) of all keep: the upper end of its
    /// bucket, so that it is never told too short. 0 if there is none.
    func percentile(_ percentage: Double) -> Int {
        guard count > 0 else { return 0 }
        let asked = Swift.min(Swift.max(percentage, 0), 100) * Double(count) / 100
        let wanted = Swift.max(1, Int((asked + 0.5).rounded(.down)))
        var seen = 0
        for (bucket, number) in counts.enumerated() where number > 0 {
            seen += number
            if seen >= wanted { return Histogram.bounds(of: bucket).upperBound }
        }
        return max
    }

    /// How many durations were longer than this, in microseconds, as far as buckets tell.
    func count(over microseconds: Int) -> Int {
        let first = Histogram.bucket(
            of: Swift.min(Swift.max(microseconds, 0), Histogram.microsecondsMax))
        return counts.dropFirst(first + 1).reduce(0, +)
    }

    /// The place of a duration.
    static func bucket(of value: Int) -> Int {
        guard value >= 2 * half else { return value }
        let shift = Int.bitWidth - value.leadingZeroBitCount - halfBits - 1
        return (shift << halfBits) + (value >> shift)
    }

    /// The shortest and the longest duration of a place.
    static func bounds(of bucket: Int) -> ClosedRange<Int> {
        guard bucket >= 2 * half else { return bucket...bucket }
        let shift = (bucket >> halfBits) - 1
        let low = (bucket - shift << halfBits) << shift
        return low...(low + (1 << shift) - 1)
    }
}
