import Foundation

/// A value that threads can change and wait for.
final class Watched<Value>: @unchecked Sendable {
    // @unchecked: the value is only accessed while `condition` is locked.
    private let condition = NSCondition()
    private var value: Value

    init(_ value: Value) { self.value = value }

    /// Reads or changes the value, and wakes waiting threads.
    @discardableResult
    func update<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        condition.lock()
        defer {
            condition.broadcast()
            condition.unlock()
        }
        return try body(&value)
    }

    /// Waits until a condition holds. Returns false if it does not within `limit`.
    func wait(_ limit: Duration, until isWanted: (Value) -> Bool) -> Bool {
        let end = Date(timeIntervalSinceNow: limit.seconds)
        condition.lock()
        defer { condition.unlock() }
        while !isWanted(value) {
            if !condition.wait(until: end) { return isWanted(value) }
        }
        return true
    }
}

extension Duration {
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }

    /// Rounded to whole milliseconds, for output.
    var milliseconds: Int { Int((seconds * 1_000).rounded()) }
}
