import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension ShowPreferences {
    static func handle(_ context: CallContext, _ transaction: ReadTransaction) throws -> Response {
        try CurrentCaller(context, in: transaction).account.preferences
    }
}

extension UpdatePreferences {
    /// Changes the preferences in the request. The change in the families' feed states whether the
    /// member wants alerts, reminders and digests.
    static func handle(
        _ input: Input, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> Response {
        var account = try CurrentCaller(context, in: unit.transaction).account
        let before = account.preferences
        account.inboundAlerts = input.inboundAlerts ?? before.inboundAlerts
        account.followUpReminders = input.followUpReminders ?? before.followUpReminders
        account.weeklyDigest = input.weeklyDigest ?? before.weeklyDigest
        account.user.timeZone = input.timeZone ?? before.timeZone
        guard account.preferences != before else { return before }
        let user = account.user.id
        try AccountRepository().update(user, account.preferences, in: unit.transaction)
        try unit.recordUserChanged(user, version: account.version + 1)
        if account.inboundAlerts != before.inboundAlerts
            || account.followUpReminders != before.followUpReminders
            || account.weeklyDigest != before.weeklyDigest
        {
            let places = try MembershipRepository(of: user).advanceVersions(in: unit.transaction)
            for place in places {
                try unit.recordMember(
                    IdentityFeed.memberChanged, account, in: place.family, as: place.role,
                    version: place.version)
            }
        }
        return account.preferences
    }
}
