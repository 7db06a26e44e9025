import Storage

extension Migration {
    /// The notes that were appended to several interactions at once, so that an undo removes them:
    /// one row for each interaction, with its edition and time of change before, and the edition
    /// after.
    static let appendedNotes = Migration(
        "appended notes",
        sql: """
            CREATE TABLE appended_notes (
                family_unit_id BLOB NOT NULL,
                id BLOB NOT NULL CHECK (length(id) = 16),
                operation_id BLOB NOT NULL CHECK (length(operation_id) = 16),
                interaction_id BLOB NOT NULL CHECK (length(interaction_id) = 16),
                note TEXT NOT NULL,
                edition_before INTEGER NOT NULL,
                updated_before INTEGER,
                edition_after INTEGER NOT NULL,
                PRIMARY KEY (family_unit_id, id)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX appended_notes_by_operation
                ON appended_notes (family_unit_id, operation_id);
            CREATE INDEX appended_notes_by_interaction
                ON appended_notes (family_unit_id, interaction_id);
            """)
}
