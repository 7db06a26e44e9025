import Storage

extension IdentitySchema {
    /// A calendar link is a session that reads the calendar of one family, `calendar_of`, for one
    /// of its members, and has no name. The column refers to no table, since every sign-in would
    /// read the families for that; a link counts only with a membership.
    static let calendarLinks = Migration(
        "calendar links",
        sql: """
            ALTER TABLE sessions ADD COLUMN calendar_of BLOB
                CHECK (calendar_of IS NULL OR token_rights = 'read' AND device IS NULL);
            CREATE UNIQUE INDEX sessions_one_calendar ON sessions (user_id, calendar_of)
                WHERE calendar_of IS NOT NULL AND ended_at IS NULL;
            """)
}
