import Foundation

/// A value that threads change and wait for.
final class Watched<Value>: @unchecked Sendable {
    // The value is touched while the condition is locked, and nowhere else.
    private let condition = NSCondition()
    private var value: Value

    init(_ value: Value) { self.value = value }

    /// Reads or changes the value, and wakes whoever waits.
    @discardableResult
    func update<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        condition.lock()
        defer {
            condition.broadcast()
            condition.unlock()
        }
        return try body(&value)
    }

    /// Waits until the value is as wanted; false if it is not after `limit`.
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
    /// The duration in seconds.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }

    /// The duration in whole milliseconds, for people.
    var milliseconds: Int { Int((seconds * 1_000).rounded()) }
}
