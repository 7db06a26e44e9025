import DataServiceKit
import Storage

extension Migration {
    /// The replica of interactions (`contacts`) and the remaining figures of coaches.
    ///
    /// A row's figures are valid from `figures_from` (inclusive) until `figures_until` (exclusive)
    /// as long as no contact is added. `figures_until` is 0 if a contact changed since the figures
    /// were computed, and -1 if that happened while the coach was deleted: the figures then wait
    /// until everything is restored.
    static let contacts = Migration(
        "contacts and figures",
        sql: """
            \(contactsTable)
            CREATE INDEX contacts_by_coach ON contacts (family_unit_id, coach_id, occurred_at, id)
                WHERE coach_id IS NOT NULL AND deleted_at IS NULL;
            CREATE INDEX contacts_by_school ON contacts (family_unit_id, school_id)
                WHERE school_id IS NOT NULL AND deleted_at IS NULL;
            CREATE INDEX contacts_from_school
                ON contacts (family_unit_id, school_id, occurred_at, id)
                WHERE coach_id IS NULL AND names_other_coach = 0 AND direction = 'inbound'
                    AND deleted_at IS NULL;

            CREATE INDEX coaches_of_school ON coaches (family_unit_id, school_id);
            ALTER TABLE coaches ADD COLUMN responsiveness_source TEXT
                CHECK (responsiveness_source IN ('computed', 'imported'));
            ALTER TABLE coaches ADD COLUMN median_answer_hours REAL;
            ALTER TABLE coaches ADD COLUMN silent_since INTEGER;
            ALTER TABLE coaches ADD COLUMN imported_score REAL
                CHECK (imported_score BETWEEN 0 AND 100);
            ALTER TABLE coaches ADD COLUMN imported_last_contact INTEGER;
            ALTER TABLE coaches ADD COLUMN figures_from INTEGER;
            ALTER TABLE coaches ADD COLUMN figures_until INTEGER;
            CREATE INDEX coaches_by_figures_from ON coaches (family_unit_id, figures_from)
                WHERE figures_from IS NOT NULL AND deleted_at IS NULL;
            CREATE INDEX coaches_by_figures_until ON coaches (family_unit_id, figures_until)
                WHERE figures_until IS NOT NULL AND deleted_at IS NULL;
            CREATE INDEX coaches_with_old_figures ON coaches (family_unit_id, id)
                WHERE figures_until = 0 AND deleted_at IS NULL;
            """)

    private static let contactsTable = Migration.familyTableSQL(
        "contacts", ids: "id", key: "id",
        columns: """
            school_id BLOB,
            coach_id BLOB,
            names_other_coach INTEGER NOT NULL,
            direction TEXT NOT NULL CHECK (direction IN ('outbound', 'inbound')),
            type TEXT NOT NULL,
            occurred_at INTEGER,
            logged_by BLOB NOT NULL,
            deleted_at INTEGER
            """)
}
