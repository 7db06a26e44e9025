import Contracts
import DataServiceKit
import Storage

/// Who wants reminders of overdue follow-ups, from identity's feed.
struct ReminderWishes: Replica {
    var producer: ServiceName { .identity }

    func apply(_ change: Change, in transaction: WriteTransaction) throws {
        switch change.type {
        case IdentityFeed.memberChanged:
            let member: IdentityFeed.MemberPayload = try change.decodedPayload()
            try store(member, isWished: member.followUpReminders ?? false, transaction)
        case IdentityFeed.memberRemoved:
            try store(try change.decodedPayload(), isWished: false, transaction)
        default:
            break
        }
    }

    private func store(
        _ member: IdentityFeed.MemberPayload, isWished: Bool, _ transaction: WriteTransaction
    ) throws {
        let nudges = NudgeRepository(member.familyUnitID, transaction)
        if isWished {
            try nudges.addWish(of: member.userID, as: member.role)
        } else {
            try nudges.removeWish(of: member.userID)
        }
    }

    /// Removes the wishes, which the feed tells again. The reminders themselves stay, so that
    /// nobody is reminded twice.
    func clear(in transaction: WriteTransaction) throws {
        try transaction.execute("DELETE FROM reminder_wishes /* all families: a rebuild */")
        try transaction.execute("DELETE FROM nudge_times /* all families: a rebuild */")
    }
}
