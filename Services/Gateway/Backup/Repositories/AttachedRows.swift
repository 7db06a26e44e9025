import Contracts
import DataServiceKit
import Storage

/// The rows for attached files in a backup's database of interactions. The backup must contain the
/// file of every row.
struct AttachedRows {
    /// The number of findings listed individually; the rest is only counted.
    static let findingsMax = 5

    private struct Row {
        let id: AttachmentID
        let sum: String
    }

    private let rows: [Row]

    /// Reads the rows of a database. One older than the table of attachments has none.
    init(inDatabase path: String) throws {
        rows = try DatabaseFile.read(at: path) { transaction in
            let exists = try transaction.exists(
                "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'attachments'")
            guard exists else { return [] }
            return try transaction.rows(
                "SELECT id, sha256 FROM attachments /* all families: the whole backup */"
            ) { row in
                Row(
                    id: try row.identifier(0),
                    sum: ContentHash(bytes: row.blob(1))?.hex ?? "")
            }
        }
    }

    /// Describes missing and wrong files, given the SHA-256 sums of all entries by name.
    func problems(_ sums: [String: String]) -> [String] {
        var problems: [String] = []
        var further = 0
        for row in rows {
            let name = BackupEntry.attachment(row.id).name
            guard sums[name] != row.sum else { continue }
            guard problems.count < Self.findingsMax else {
                further += 1
                continue
            }
            problems.append(
                sums[name] == nil
                    ? "the attached file \(row.id.text) is missing"
                    : "the attached file \(row.id.text) is not what was attached")
        }
        if further > 0 { problems.append("\(further) further attached files are missing or wrong") }
        return problems
    }
}
