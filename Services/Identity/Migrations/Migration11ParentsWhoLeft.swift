import Storage

extension IdentitySchema {
    /// Finds the families that somebody has left as a parent, as `family_members_left` finds those
    /// of a player.
    static let parentsWhoLeft = Migration(
        "parents who left",
        sql: """
            CREATE INDEX family_members_parents_left ON family_members (user_id)
                WHERE role = 'parent' AND deleted_at IS NOT NULL;
            """)
}
