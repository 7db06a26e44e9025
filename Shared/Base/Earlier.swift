/// The earlier of two times of which each may be missing; nil if both are.
@inlinable
public func earlier<Time: Comparable>(_ one: Time?, _ other: Time?) -> Time? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
}
