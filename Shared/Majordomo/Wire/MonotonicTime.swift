/// A point on a clock that never goes back, in milliseconds; the zero means nothing.
public struct MonotonicTime: Comparable, Hashable, Sendable {
    /// Milliseconds since the clock's zero.
    public let milliseconds: Int64

    /// Makes a point in time.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The point `milliseconds` later; stays within the clock's range.
    public func advanced(byMilliseconds milliseconds: Int64) -> MonotonicTime {
        let (sum, isOver) = self.milliseconds.addingReportingOverflow(milliseconds)
        if isOver { return MonotonicTime(milliseconds: milliseconds > 0 ? .max : .min) }
        return MonotonicTime(milliseconds: sum)
    }

    /// Milliseconds from `earlier` to this point; 0 if it is not earlier.
    public func milliseconds(since earlier: MonotonicTime) -> Int64 {
        let (difference, isOver) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
        if isOver { return milliseconds > earlier.milliseconds ? .max : 0 }
        return max(0, difference)
    }

    /// Whether this point is before the other.
    public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
        left.milliseconds < right.milliseconds
    }
}
