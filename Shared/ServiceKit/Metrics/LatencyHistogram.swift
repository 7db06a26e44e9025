/// Counts durations in buckets whose width grows with the value. With 128 buckets per power of two,
/// percentiles are accurate to less than one percent. Range: microseconds to about 71 minutes.
public struct LatencyHistogram: Sendable {
    private static let subBucketBits = 7
    private static let subBuckets = 1 << subBucketBits
    /// The longest duration that can be distinguished, in microseconds.
    public static let maxMicroseconds = Int(UInt32.max)

    /// Counts by bucket, up to the highest bucket in use.
    private var counts: [Int] = []
    public private(set) var count = 0
    /// The longest duration, in microseconds.
    public private(set) var max = 0
    /// The sum of all durations, in microseconds.
    public private(set) var sum = 0

    public init() {}

    /// Counts one duration.
    public mutating func record(microseconds: Int) {
        let value = Swift.min(Swift.max(microseconds, 0), LatencyHistogram.maxMicroseconds)
        let bucket = LatencyHistogram.bucket(of: value)
        if bucket >= counts.count {
            counts.append(contentsOf: repeatElement(0, count: bucket + 1 - counts.count))
        }
        counts[bucket] += 1
        count += 1
        max = Swift.max(max, value)
        sum &+= value
    }

    /// Returns the upper bound, in microseconds, that at least this share (0 to 1) of the durations
    /// do not exceed.
    public func percentile(_ share: Double) -> Int {
        guard count > 0 else { return 0 }
        let wanted = Swift.max(1, Int((share * Double(count)).rounded(.up)))
        var seen = 0
        for (bucket, number) in counts.enumerated() {
            seen += number
            if seen >= wanted {
                return Swift.min(LatencyHistogram.upperBound(of: bucket), max)
            }
        }
        return max
    }

    private static func bucket(of value: Int) -> Int {
        guard value >= subBuckets else { return value }
        let shift = Int.bitWidth - value.leadingZeroBitCount - subBucketBits - 1
        return (shift << (subBucketBits + 1)) + (value >> shift)
    }

    private static func upperBound(of bucket: Int) -> Int {
        guard bucket >= 2 * subBuckets else { return bucket }
        let shift = bucket >> (subBucketBits + 1)
        let sub = bucket - shift << (subBucketBits + 1)
        return (sub + 1) << shift - 1
    }
}
