import Contracts
import DataServiceKit
import Storage

extension Migration {
    /// Columns by which lists of coaches are searched, filtered and sorted: folded texts, and
    /// figures from interactions (NULL until computed).
    static let lists = Migration("lists") { transaction in
        try transaction.executeScript(
            """
            ALTER TABLE coaches ADD COLUMN responsiveness_score REAL
                CHECK (responsiveness_score BETWEEN 0 AND 100);
            ALTER TABLE coaches ADD COLUMN responsiveness_sample_size INTEGER
                CHECK (responsiveness_sample_size >= 0);
            ALTER TABLE coaches ADD COLUMN responsiveness_computed_at INTEGER;
            ALTER TABLE coaches ADD COLUMN last_contact_date INTEGER;
            ALTER TABLE coaches ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
            ALTER TABLE coaches ADD COLUMN phone_digits TEXT;
            """)
        try fillSearchTexts(transaction)
    }

    /// Fills the search columns of existing rows in Swift, since SQLite only folds ASCII.
    static func fillSearchTexts(_ transaction: WriteTransaction) throws {
        var rows: [[any SQLBindable]] = []
        try transaction.query(
            """
            SELECT family_unit_id, id, first_name, last_name, email, phone, notes, twitter_handle,
                instagram_handle FROM coaches
            """
        ) { row in
            let family: FamilyID = try row.identifier(0)
            let id: CoachID = try row.identifier(1)
            let texts = try (4...8).map { try row.textOrNil($0) }
            rows.append([
                family, id,
                CoachSearchText.folded("\(try row.text(2)) \(try row.text(3))", texts),
                texts[1].flatMap(CoachSearchText.digits(of:)),
            ])
        }
        for row in rows {
            try transaction.execute(
                """
                UPDATE coaches SET search_text = ?3, phone_digits = ?4
                WHERE family_unit_id = ?1 AND id = ?2
                """, values: row)
        }
    }
}
