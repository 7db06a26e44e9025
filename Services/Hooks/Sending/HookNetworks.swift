import Contracts
import Outbound

/// The networks that the operator allows (N-117): the public Internet over TLS, and private
/// networks and this machine only if a setting says so.
@Memberwise
struct HookNetworks: Sendable {
    /// Whether hooks may lead to private networks and this machine, with or without TLS.
    let allowsPrivate: Bool

    /// Why an address is refused; nil if it is not. Where a name leads is checked for each
    /// connection instead, because it can change.
    func refusal(of address: HookAddress) -> String? {
        guard address.isSecure || allowsPrivate else {
            return "Please enter an address that begins with https://"
        }
        return nil
    }

    /// Where a message to this address may go. Without TLS it never leaves private networks.
    func reach(of address: HookAddress) -> OutboundClient.Reach {
        guard allowsPrivate else { return .publicHosts }
        return address.isSecure ? .everyHost : .privateHosts
    }

    /// What is wrong with an address that leads out of its reach, and what helps.
    var forbidden: String {
        allowsPrivate
            ? "The address leads out of private networks, which needs TLS: use https://"
            : "The address leads to a network that is not allowed; the operator of the system can "
                + "allow it (hooks.private)"
    }

    /// Sends a message; returns the problem, or nil if it was taken.
    func send(
        _ delivery: OutgoingDelivery, _ fields: [(name: String, value: String)],
        _ client: OutboundClient, goesOn: @escaping @Sendable () -> Bool
    ) -> String? {
        guard refusal(of: delivery.address) == nil else {
            return "Addresses without TLS are not allowed here"
        }
        let outcome = client.post(
            Array(delivery.queued.body.utf8), to: delivery.address.text, fields: fields,
            reach: reach(of: delivery.address), goesOn: goesOn)
        return switch outcome {
        case .answered(let status): HookAttempts.problem(status: status)
        case .forbidden: forbidden
        case .failed(.unknownHost): "The host's name is unknown"
        case .failed(.noConnection): "No connection"
        case .failed(.timeout): "No answer in time"
        case .failed(.certificate): "The certificate is not valid"
        case .failed(.stopped): "The service was stopping"
        case .failed(.other(let number)): "It failed (\(number))"
        }
    }
}
