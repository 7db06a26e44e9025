import Contracts
import DataServiceKit
import Storage

/// Tells users of sign-ins on other devices (N-74), whatever alerts they want. Reading the feed
/// again tells nobody twice.
struct DeviceAlerts: Replica {
    var producer: ServiceName { .identity }

    func apply(_ change: Change, in transaction: WriteTransaction) throws {
        guard change.type == IdentityFeed.deviceAdded else { return }
        let device: IdentityFeed.DevicePayload = try change.decodedPayload()
        try AlertRepository(transaction).tell(device, at: change.occurredAt)
    }

    /// Sign-ins that users were told of have happened, whatever the new feed says.
    func clear(in transaction: WriteTransaction) throws {}
}
