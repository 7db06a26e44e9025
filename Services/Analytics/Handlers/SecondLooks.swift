import Contracts
import Synchronization

/// Which calls were run again after their replica had caught up: what they name and is not there
/// then, is not there at all.
final class SecondLooks: Sendable {
    /// Calls that are remembered; those whose second run never came are forgotten with the rest.
    static let callsMax = 1_000

    private let calls = Mutex<Set<RequestID>>([])

    /// Whether this is not the first time that the call asks. Its runs follow each other.
    func isSecond(_ call: RequestID) -> Bool {
        calls.withLock { calls in
            if calls.contains(call) { return true }
            if calls.count >= Self.callsMax { calls.removeAll() }
            calls.insert(call)
            return false
        }
    }
}
