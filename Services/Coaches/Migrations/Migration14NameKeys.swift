import Contracts
import DataServiceKit
import Storage

extension Migration {
    /// The most rows that are read at once.
    static let keyedRowsMax = 1_000

    /// The names by which probable duplicates are found: without case, accents and dots.
    /// `name_folded` still orders lists and is what files refer to.
    static let nameKeys = Migration("names of possible duplicates") { transaction in
        for table in ["schools", "coaches"] {
            try transaction.executeScript(
                "ALTER TABLE \(table) ADD COLUMN name_key TEXT NOT NULL DEFAULT ''")
        }
        try fillKeys(of: "schools", from: ["name"], transaction)
        try fillKeys(of: "coaches", from: ["last_name", "first_name"], transaction)
        try transaction.executeScript(
            """
            CREATE INDEX schools_by_name_key ON schools (family_unit_id, name_key, id)
                WHERE deleted_at IS NULL;
            CREATE INDEX coaches_by_name_key ON coaches (family_unit_id, name_key, school_id, id)
                WHERE deleted_at IS NULL;
            """)
    }

    /// The same names without letters that look like apostrophes, as in Kaʻahumanu.
    static let nameKeysWithoutApostrophes = Migration(
        "names of possible duplicates without apostrophes"
    ) { transaction in
        try fillKeys(of: "schools", from: ["name"], transaction)
        try fillKeys(of: "coaches", from: ["last_name", "first_name"], transaction)
    }

    /// Fills the column in Swift, since SQLite knows no accents.
    private static func fillKeys(
        of table: String, from columns: [String], _ transaction: WriteTransaction
    ) throws {
        let nextSQL = """
            SELECT family_unit_id, id, \(columns.joined(separator: ", ")) FROM \(table)
            WHERE (family_unit_id, id) > (?1, ?2) ORDER BY family_unit_id, id LIMIT ?3
            """
        let storeSQL = "UPDATE \(table) SET name_key = ?3 WHERE family_unit_id = ?1 AND id = ?2"
        var last = (family: FamilyID.zero, id: RecordID.zero)
        while true {
            let rows = try transaction.rows(nextSQL, last.family, last.id, keyedRowsMax) { row in
                (
                    family: try row.identifier(0, as: FamilyID.self),
                    id: try row.identifier(1, as: RecordID.self),
                    parts: try columns.indices.map { try row.text(Int32($0) + 2) }
                )
            }
            for row in rows {
                try transaction.execute(
                    storeSQL, row.family, row.id, NameFolding.key(row.parts))
            }
            guard let end = rows.last, rows.count == keyedRowsMax else { return }
            last = (end.family, end.id)
        }
    }
}
