import Contracts

/// Reaches hosts in the same process without sockets, to test a service's operations as its callers
/// use them.
public struct LocalTransport: CallTransport {
    private let hosts: [String: ServiceHost]

    /// Creates a transport to these hosts, found by name.
    public init(_ hosts: [ServiceHost]) {
        self.hosts = Dictionary(uniqueKeysWithValues: hosts.map { ($0.name, $0) })
    }

    /// Passes the call to its service's host.
    public func send(_ call: OutgoingCall, deliver: @escaping @Sendable (Outcome) -> Void) {
        guard let host = hosts[call.service] else {
            deliver(.failure(ServiceError(.unavailable, "\(call.service) is away"), executed: .no))
            return
        }
        let request = ServiceHost.Request(
            operation: call.operation, requestID: call.requestID, traceID: call.traceID,
            family: call.family, idempotencyKey: call.idempotencyKey, passport: call.passport,
            payload: call.payload, deadline: ContinuousClock.now + call.budget,
            isDryRun: call.isDryRun)
        host.dispatch(request, deliver: deliver)
    }
}
