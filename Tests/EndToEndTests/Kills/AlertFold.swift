import Contracts
import Foundation

/// The alerts expected after following the interactions feed up to a change, computed from that
/// feed alone, for comparison with the notifications service (D-45).
struct AlertFold {
    /// The number of alerts by interaction, member and read state.
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

    /// The alerts in a notifications database.
    static func held(in file: DatabaseFile) throws -> [String: Int] {
        let rows = try file.rows(
            """
            SELECT \(ReplicaFold.id("related_entity_id")) || ' ' || \(ReplicaFold.id("user_id"))
                || iif(read_at IS NULL, ' unread', ' read')
            FROM notifications WHERE withdrawn_at IS NULL AND type = 'inbound_interaction'
            """)
        return Dictionary(grouping: rows.map { $0[0] }) { $0 }.mapValues(\.count)
    }
}
