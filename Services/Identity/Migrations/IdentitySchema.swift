import DataServiceKit
import Storage

/// The schema of identity's own tables. A released migration is never edited.
enum IdentitySchema {
    /// Marks the file as identity's (`PRAGMA application_id`): "CiDy".
    static let applicationID: Int32 = 0x4369_4479
    /// The steps, oldest first.
    static let migrations = [migration1, resetCodes, generations]
    /// What the process opens its database with.
    static let schema = DataServiceAssembly.Schema(
        applicationID: applicationID, migrations: migrations)
}
