import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// The saved filters of a family, as one member sees and changes them.
@Memberwise(labels: false)
struct SavedViewRepository {
    private let scope: FamilyScope

    /// The member's own saved filters, and those that other members share.
    func visible(
        of list: ViewedList?, in transaction: ReadTransaction
    ) throws -> [SavedView] {
        try transaction.rows(
            """
            SELECT v.id, v.list, v.name, v.filters, v.is_shared, v.user_id, u.full_name
            FROM saved_views v LEFT JOIN users u ON u.id = v.user_id
            WHERE v.family_unit_id = ?1 AND (v.user_id = ?2 OR v.is_shared = 1)
                AND (?3 IS NULL OR v.list = ?3)
            """, scope.familyID, scope.userID, list?.rawValue, map: Self.view)
    }

    /// How many filters the member has saved.
    func ownCount(in transaction: ReadTransaction) throws -> Int {
        try transaction.count(
            "SELECT count(*) FROM saved_views WHERE family_unit_id = ?1 AND user_id = ?2",
            scope.familyID, scope.userID)
    }

    /// The id of the member's own filters with this name for a list.
    func ownID(
        _ list: ViewedList, named name: String, in transaction: ReadTransaction
    ) throws -> SavedViewID? {
        try transaction.first(
            """
            SELECT id FROM saved_views
            WHERE family_unit_id = ?1 AND user_id = ?2 AND list = ?3 AND folded_name = ?4
            """, scope.familyID, scope.userID, list.rawValue, SavedView.folded(name)
        ) { try $0.identifier(0) }
    }

    /// Stores the filters, in place of the member's own with the same name for the same list.
    func save(_ view: SavedView, at now: Instant, in transaction: WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO saved_views (family_unit_id, user_id, list, folded_name, id, name, filters,
                is_shared, saved_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            ON CONFLICT (family_unit_id, user_id, list, folded_name) DO UPDATE SET
                name = excluded.name, filters = excluded.filters, is_shared = excluded.is_shared,
                saved_at = excluded.saved_at
            """, scope.familyID, scope.userID, view.list.rawValue, SavedView.folded(view.name),
            view.id, view.name,
            try JSONCoding.encodedText(view.filters), view.isShared,
            now)
    }

    /// Removes one of the member's own saved filters; returns it, or nil if there is none.
    func remove(
        _ id: SavedViewID, in transaction: WriteTransaction
    ) throws -> SavedView? {
        let found = try visible(of: nil, in: transaction).first {
            $0.id == id && $0.ownerID == scope.userID
        }
        guard let found else { return nil }
        try transaction.execute(
            "DELETE FROM saved_views WHERE family_unit_id = ?1 AND user_id = ?2 AND id = ?3",
            scope.familyID, scope.userID, id)
        return found
    }

    /// Removes all saved filters of a member whose membership ends.
    static func removeAll(
        of user: UserID, in family: FamilyID, _ transaction: WriteTransaction
    ) throws {
        try transaction.execute(
            "DELETE FROM saved_views WHERE family_unit_id = ?1 AND user_id = ?2", family, user)
    }

    private static func view(_ row: borrowing Row) throws -> SavedView {
        SavedView(
            id: try row.identifier(0), list: try row.word(1), name: try row.text(2),
            filters: try JSONCoding.decodedText([SavedFilter].self, from: try row.text(3)),
            isShared: try row.int64(4) == 1, ownerID: try row.identifier(5),
            ownerName: try row.textOrNil(6))
    }
}
