import Contracts
import DataServiceKit
import Storage

/// Reminds members of overdue follow-ups, as the feed of interactions tells (N-19). Whom is settled
/// there, in the transaction that decides on the reminder.
struct FollowUpReminders: Replica {
    var producer: ServiceName { .interactions }

    func apply(_ change: Change, in transaction: WriteTransaction) throws {
        let alerts = AlertRepository(transaction)
        switch change.type {
        case InteractionsFeed.followUpNudged:
            try alerts.remind(try change.decodedPayload(), at: change.occurredAt)
        case InteractionsFeed.nudgesErased:
            let erased: InteractionsFeed.RemovedPayload = try change.decodedPayload()
            for id in erased.ids.compactMap({ NudgeID(text: $0) }) { try alerts.erase(id) }
        default:
            break
        }
    }

    /// Members were reminded, whatever the new feed says.
    func clear(in transaction: WriteTransaction) throws {}
}
