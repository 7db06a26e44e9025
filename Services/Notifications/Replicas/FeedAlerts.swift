import Contracts
import DataServiceKit
import Storage

/// Tells users of the changes of one type. Reading the feed again tells nobody twice.
struct FeedAlerts<Payload: Decodable>: Replica {
    let producer: ServiceName
    let type: String
    let tell: @Sendable (AlertRepository, Payload, Instant) throws -> Void

    func apply(_ change: Change, in transaction: WriteTransaction) throws {
        guard change.type == type else { return }
        try tell(AlertRepository(transaction), try change.decodedPayload(), change.occurredAt)
    }

    /// What users were told of has happened, whatever the new feed says.
    func clear(in transaction: WriteTransaction) throws {}
}

/// Tells users of sign-ins on other devices (N-74), whatever alerts they want.
typealias DeviceAlerts = FeedAlerts<IdentityFeed.DevicePayload>

extension DeviceAlerts {
    init() {
        self.init(producer: .identity, type: IdentityFeed.deviceAdded) { try $0.tell($1, at: $2) }
    }
}

/// Tells players that a change hook of theirs was switched off (N-118).
typealias HookAlerts = FeedAlerts<HooksFeed.HookPayload>

extension HookAlerts {
    init() {
        self.init(producer: .hooks, type: HooksFeed.switchedOff) { try $0.tell($1, at: $2) }
    }
}
