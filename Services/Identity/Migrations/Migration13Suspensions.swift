import Storage

extension IdentitySchema {
    /// Accounts that the operator has suspended.
    static let suspensions = Migration(
        "suspended accounts", sql: "ALTER TABLE users ADD COLUMN suspended_at INTEGER;")
}
