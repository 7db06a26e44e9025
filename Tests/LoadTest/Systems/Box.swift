import Dispatch
import Synchronization

/// Hands a value from one thread to another, once.
final class Box<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    /// Gives the value, or nothing.
    func put(_ value: Value?) {
        self.value.withLock { $0 = value }
        isThere.signal()
    }

    /// Waits for it.
    func take() -> Value? {
        isThere.wait()
        return value.withLock { $0 }
    }
}
