import Contracts
public import Storage

extension Migration {
    /// The most rows that are read at once.
    static let foldedRowsMax = 1_000

    /// Folds the stored texts for searches (`search_text`) as `SearchFolding` does, in tables in
    /// which they were folded without regard to case only. The tables have `family_unit_id` and
    /// `id`, and an index on both. Texts of ASCII characters stay as they are.
    public static func foldingAccents(in tables: [StaticString]) -> Migration {
        Migration("accents") { transaction in
            for table in tables { try fold("\(table)", isNotASCII, transaction) }
        }
    }

    /// Folds those stored texts once more in which there may be apostrophes or dashes.
    public static func foldingApostrophes(in tables: [StaticString]) -> Migration {
        Migration("apostrophes") { transaction in
            let condition = "(\(isNotASCII) OR search_text LIKE '%''%' OR search_text LIKE '%`%')"
            for table in tables { try fold("\(table)", condition, transaction) }
        }
    }

    private static let isNotASCII = "length(search_text) <> length(CAST(search_text AS BLOB))"

    private static func fold(
        _ table: String, _ condition: String, _ transaction: WriteTransaction
    ) throws {
        let nextSQL = """
            SELECT family_unit_id, id, search_text FROM \(table)
            WHERE (family_unit_id, id) > (?1, ?2) AND \(condition)
            ORDER BY family_unit_id, id LIMIT ?3
            """
        let storeSQL = """
            UPDATE \(table) SET search_text = ?3 WHERE family_unit_id = ?1 AND id = ?2
            """
        var last = (family: FamilyID.zero, id: RecordID.zero)
        while true {
            let rows = try transaction.rows(nextSQL, last.family, last.id, foldedRowsMax) {
                (
                    family: try $0.identifier(0, as: FamilyID.self),
                    id: try $0.identifier(1, as: RecordID.self), text: try $0.text(2)
                )
            }
            for row in rows {
                let fields = row.text.split(
                    separator: CaseFolding.separator, omittingEmptySubsequences: false)
                guard let folded = SearchFolding.fold(fields: fields.map(String.init)) else {
                    continue
                }
                guard folded != row.text else { continue }
                try transaction.execute(storeSQL, row.family, row.id, folded)
            }
            guard let end = rows.last, rows.count == foldedRowsMax else { return }
            last = (end.family, end.id)
        }
    }
}
