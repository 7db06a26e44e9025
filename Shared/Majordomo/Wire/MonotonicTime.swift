/// A point in time on a monotonic clock, in milliseconds; the clock's zero has no meaning.
public struct MonotonicTime: Comparable, Hashable, Sendable {
    public let milliseconds: Int64

    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Returns the point `milliseconds` later, clamped to the clock's range.
    public func advanced(byMilliseconds milliseconds: Int64) -> MonotonicTime {
        let (sum, isOver) = self.milliseconds.addingReportingOverflow(milliseconds)
        if isOver { return MonotonicTime(milliseconds: milliseconds > 0 ? .max : .min) }
        return MonotonicTime(milliseconds: sum)
    }

    /// Returns the milliseconds from `earlier` to this point; 0 if `earlier` is later.
    public func milliseconds(since earlier: MonotonicTime) -> Int64 {
        let (difference, isOver) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
        if isOver { return milliseconds > earlier.milliseconds ? .max : 0 }
        return max(0, difference)
    }

    public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
        left.milliseconds < right.milliseconds
    }
}
