import Contracts
import Foundation

/// Which alerts a family's members must have when the feed of interactions was followed up to some
/// change: computed from that feed alone, to be compared with what notifications holds (D-45).
struct AlertFold {
    /// How many alerts there are, by interaction, member and whether it is read already.
    static func expected(
        _ changes: [FeedRow], through sequence: Int64, of family: KillFamily
    ) -> [String: Int] {
        var found: [String: Int] = [:]
        for change in changes where change.sequence <= sequence {
            guard change.text("direction") == "inbound",
                change.text("family_unit_id") == family.id.text, let id = change.text("id"),
                let author = change.text("logged_by")
            else { continue }
            for member in [author, family.parent.userID.text] {
                let state = member == author ? "read" : "unread"
                found["\(id) \(member) \(state)"] = change.type == "interaction.deleted" ? nil : 1
            }
        }
        return found
    }

    /// The alerts that a file of notifications holds.
    static func held(in file: DatabaseFile) throws -> [String: Int] {
        let rows = try file.rows(
            """
            SELECT \(ReplicaFold.id("related_entity_id")) || ' ' || \(ReplicaFold.id("user_id"))
                || iif(read_at IS NULL, ' unread', ' read')
            FROM notifications WHERE withdrawn_at IS NULL
            """)
        return Dictionary(grouping: rows.map { $0[0] }) { $0 }.mapValues(\.count)
    }
}
