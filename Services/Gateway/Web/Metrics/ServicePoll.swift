import Contracts
import ServiceKit

/// Asks the broker and all services the same question, side by side.
struct ServicePoll: Sendable {
    /// The broker's name beside those of the services.
    static let broker = "broker"
    /// Everything that is asked, in the order of `deploy/services.tsv`.
    static let names = [broker] + ServiceName.allCases.map(\.rawValue)

    let transport: any CallTransport
    let clock: ProcessClock

    /// Returns the successful answers, by name. Whoever does not begin to answer within the limit
    /// is left out; the last word about that takes the transport up to 50 ms more.
    func answers(
        to operation: String, passport: [UInt8] = [], within limit: Duration
    ) async -> [String: [UInt8]] {
        let calls = Self.names.map { name in
            let call = OutgoingCall(
                // The broker answers questions as if they were services.
                service: name == Self.broker ? operation : name, operation: operation,
                requestID: .make(at: clock.now()), passport: name == Self.broker ? [] : passport,
                payload: Array("{}".utf8), budget: limit, isReadOnly: true)
            return (name, transport.sent(call))
        }
        var answers: [String: [UInt8]] = [:]
        for (name, call) in calls { answers[name] = try? await call.json() }
        return answers
    }
}
