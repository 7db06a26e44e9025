/// A histogram of durations with three significant digits, from 1 µs to 60 s: exact up to 2,047 µs,
/// then with 1,024 buckets per power of two. Histograms of several threads can be added.
struct Histogram: Sendable, Equatable {
    /// The longest duration distinguished, in microseconds; longer ones count as this.
    static let microsecondsMax = 60_000_000
    /// The number of buckets per power of two, as a power of two; the first range has twice as
    /// many.
    private static let halfBits = 10
    private static let half = 1 << halfBits

    /// By bucket, up to the highest bucket in use.
    private(set) var counts: [Int] = []
    /// The number of durations.
    private(set) var count = 0
    /// The sum of all durations in microseconds.
    private(set) var sum = 0
    /// The shortest and the longest duration in microseconds; 0 if there is none.
    private(set) var min = 0
    private(set) var max = 0

    /// Adds a duration in microseconds; negative ones count as 0.
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

    /// Adds another histogram.
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

    /// In microseconds; 0 if there are no durations.
    var mean: Double { count == 0 ? 0 : Double(sum) / Double(count) }

    /// The standard deviation in microseconds, computed from the middles of buckets.
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

    /// The percentile (0 to 100) in microseconds: the upper bound of its bucket, so that it is
    /// never understated. 0 if there are no durations.
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

    /// The number of durations longer than this, to the accuracy of a bucket.
    func count(over microseconds: Int) -> Int {
        let first = Histogram.bucket(
            of: Swift.min(Swift.max(microseconds, 0), Histogram.microsecondsMax))
        return counts.dropFirst(first + 1).reduce(0, +)
    }

    /// The bucket of a duration.
    static func bucket(of value: Int) -> Int {
        guard value >= 2 * half else { return value }
        let shift = Int.bitWidth - value.leadingZeroBitCount - halfBits - 1
        return (shift << halfBits) + (value >> shift)
    }

    /// The shortest and the longest duration of a bucket.
    static func bounds(of bucket: Int) -> ClosedRange<Int> {
        guard bucket >= 2 * half else { return bucket...bucket }
        let shift = (bucket >> halfBits) - 1
        let low = (bucket - shift << halfBits) << shift
        return low...(low + (1 << shift) - 1)
    }
}
