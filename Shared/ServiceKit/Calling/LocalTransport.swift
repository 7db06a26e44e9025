import Contracts

/// Reaches a host in the same process without sockets: for tests of a service's operations as
/// their callers see them.
public struct LocalTransport: CallTransport {
    private let hosts: [String: ServiceHost]

    /// A transport to these hosts, by their names.
    public init(_ hosts: [ServiceHost]) {
        self.hosts = Dictionary(uniqueKeysWithValues: hosts.map { ($0.name, $0) })
    }

    /// Hands the call to its service's host.
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
