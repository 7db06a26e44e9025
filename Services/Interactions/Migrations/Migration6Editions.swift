import Storage

extension Migration {
    /// The version that an edit is based on. `version` does not serve for it, as it counts
    /// deletions, restorations and files too. The column is the last one, but rows that were never
    /// edited need no byte for it, so that lists still read nothing past the content.
    static let editions = Migration(
        "editions",
        sql: "ALTER TABLE interactions ADD COLUMN edition INTEGER NOT NULL DEFAULT 1;")
}
