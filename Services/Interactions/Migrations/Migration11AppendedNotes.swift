import DataServiceKit
import Storage

extension Migration {
    /// The notes that were appended to several interactions at once, so that an undo removes them:
    /// one row for each interaction, with its edition and time of change before, and the edition
    /// after.
    static let appendedNotes = Migration(
        "appended notes",
        sql: """
            \(appendedNotesTable)
            CREATE INDEX appended_notes_by_operation
                ON appended_notes (family_unit_id, operation_id);
            CREATE INDEX appended_notes_by_interaction
                ON appended_notes (family_unit_id, interaction_id);
            """)

    private static let appendedNotesTable = familyTableSQL(
        "appended_notes", ids: "id", "operation_id", "interaction_id", key: "id",
        columns: """
            note TEXT NOT NULL,
            edition_before INTEGER NOT NULL,
            updated_before INTEGER,
            edition_after INTEGER NOT NULL
            """)
}
