import DataServiceKit
import Storage

/// The schema of identity's own tables. A released migration is never edited.
enum IdentitySchema {
    /// "CiDy" in ASCII (`PRAGMA application_id`).
    static let applicationID: Int32 = 0x4369_4479
    /// Ordered, oldest first.
    static let migrations = [
        migration1, resetCodes, generations, accessTokens, calendarLinks, secondFactors,
        followUpReminders, savedViews, weeklyDigests, parentsLog, parentsWhoLeft, userInvitations,
        suspensions, sharedDevices,
    ]
    static let schema = DataServiceAssembly.Schema(
        applicationID: applicationID, migrations: migrations)
}
