import Contracts
import Dispatch
import ServiceKit
import Synchronization

/// Waits for the outcome of an untyped call.
enum CallWaiter {
    /// Sends a call and waits; the transport delivers within the call's budget and a little.
    static func wait(for call: OutgoingCall, through transport: any CallTransport) throws -> Outcome
    {
        let done = DispatchSemaphore(value: 0)
        let delivered = Mutex<Outcome?>(nil)
        transport.send(call) { outcome in
            delivered.withLock { $0 = outcome }
            done.signal()
        }
        done.wait()
        guard let outcome = delivered.withLock({ $0 }) else {
            throw CommandFailure(.internal, "The call ended without an outcome")
        }
        return outcome
    }
}
