import Foundation

/// A change as it lies in a service's file.
struct FeedRow: Sendable {
    let sequence: Int64
    let type: String
    let payload: String

    /// A text of the payload.
    func text(_ key: String) -> String? {
        let object = try? JSONSerialization.jsonObject(with: Data(payload.utf8))
        return (object as? [String: Any])?[key] as? String
    }

    /// All changes of a file, in their order.
    static func all(in file: DatabaseFile) throws -> [FeedRow] {
        try file.rows("SELECT seq, type, payload FROM changes ORDER BY seq").map { row in
            FeedRow(sequence: Int64(row[0]) ?? 0, type: row[1], payload: row[2])
        }
    }
}
