import Storage

extension Migration {
    /// What the records that a participant brought back name no longer, as JSON.
    static let lostReferences = Migration(
        "lost references",
        sql: """
            ALTER TABLE deletion_participants ADD COLUMN lost TEXT NOT NULL DEFAULT '[]';
            """)
}
