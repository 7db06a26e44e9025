import Contracts
import DataServiceKit
import Storage

/// Who wants reminders of overdue follow-ups, from identity's feed.
struct ReminderWishes: Replica {
    var producer: ServiceName { .identity }

    func apply(_ change: Change, in transaction: WriteTransaction) throws {
        guard let (member, isThere) = try change.member() else { return }
        let nudges = NudgeRepository(member.familyUnitID, transaction)
        if isThere, member.followUpReminders == true {
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
