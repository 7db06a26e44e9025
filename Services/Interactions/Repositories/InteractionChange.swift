import Contracts
import DataServiceKit

/// How the change feed tells of interactions: always the whole record, so that the audit has what
/// was there before a deletion and after a return.
enum InteractionChange {
    /// The kind of record.
    static let aggregate = "interaction"

    /// A change of a record that had this version before it.
    static func make(_ type: String, _ stored: StoredInteraction) -> NewChange {
        NewChange(
            type, of: aggregate, stored.interaction.id, version: stored.version + 1,
            family: stored.interaction.familyUnitID, json: stored.interaction.json())
    }
}

extension Interaction {
    /// The record's JSON.
    func json() -> [UInt8] {
        var json = JSONWriter(capacity: 1_024)
        write(to: &json)
        return json.bytes
    }
}
