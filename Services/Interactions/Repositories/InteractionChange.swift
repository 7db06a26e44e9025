import Contracts
import DataServiceKit

/// Changes of interactions in the feed. The payload is always the whole record, so that the audit
/// trail has its state before a deletion and after a restoration.
enum InteractionChange {
    static let aggregate = "interaction"

    /// Creates a change; the record's version in the feed increases by one.
    static func make(_ type: String, _ stored: StoredInteraction) -> NewChange {
        NewChange(
            type, of: aggregate, stored.interaction.id, version: stored.version + 1,
            family: stored.interaction.familyUnitID, json: stored.interaction.json)
    }
}
