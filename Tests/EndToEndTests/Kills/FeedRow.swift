import Foundation

/// A change as stored in a service's database.
struct FeedRow: Sendable {
    let sequence: Int64
    let type: String
    let payload: String

    /// A string in the payload.
    func text(_ key: String) -> String? {
        let object = try? JSONSerialization.jsonObject(with: Data(payload.utf8))
        return (object as? [String: Any])?[key] as? String
    }

    /// All changes in a database, in order.
    static func all(in file: DatabaseFile) throws -> [FeedRow] {
        try file.rows("SELECT seq, type, payload FROM changes ORDER BY seq").map { row in
            FeedRow(sequence: Int64(row[0]) ?? 0, type: row[1], payload: row[2])
        }
    }
}
