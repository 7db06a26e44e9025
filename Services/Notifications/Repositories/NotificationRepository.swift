import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Reads and marks one user's own notifications, in the families of the user's passport.
@Memberwise(labels: false)
struct NotificationRepository {
    let user: UserPrincipal
    let transaction: ReadTransaction

    /// The newest notifications; all of them if there is no limit.
    func list(unreadOnly: Bool, limit: Int?) throws -> [UserNotification] {
        try transaction.rows(
            unreadOnly ? NotificationStatements.unread : NotificationStatements.list,
            values: owner + [limit ?? -1], map: notification)
    }

    func counts() throws -> NotificationCounts {
        try transaction.first(NotificationStatements.counts, values: owner) { row in
            NotificationCounts(total: Int(try row.int64(0)), unread: Int(try row.int64(1)))
        } ?? NotificationCounts(total: 0, unread: 0)
    }

    /// Marks all as read. Returns how many were unread.
    func markAll(at now: Instant, in transaction: WriteTransaction) throws -> Int {
        Int(try transaction.execute(NotificationStatements.markAll, values: owner + [now]))
    }

    /// Marks one as read. Returns whether it was unread, or `nil` if the user has no such
    /// notification.
    func mark(
        _ id: NotificationID, at now: Instant, in transaction: WriteTransaction
    ) throws -> Bool? {
        let isRead = try transaction.first(NotificationStatements.find, values: owner + [id]) {
            !$0.isNull(0)
        }
        guard let isRead else { return nil }
        if isRead { return false }
        try transaction.execute(NotificationStatements.mark, user.userID, id, now)
        return true
    }

    /// The user and the families. Unused family parameters are NULL, which equals nothing.
    private var owner: [any SQLBindable] {
        let families = user.families.keys.sorted()
        let places = (0..<NotificationStatements.familiesMax).map { place -> FamilyID? in
            families.indices.contains(place) ? families[place] : nil
        }
        return [user.userID] + places
    }

    private func notification(_ row: borrowing Row) throws -> UserNotification {
        UserNotification(
            id: try row.identifier(0), userID: user.userID, familyUnitID: try row.identifier(1),
            type: try row.word(2), title: try row.text(3), message: try row.textOrNil(4),
            priority: try row.word(5), relatedEntityType: try row.word(6),
            relatedEntityID: try row.identifier(7), scheduledFor: try row.instant(8),
            readAt: try row.instantOrNil(9))
    }
}

/// The SQL for a user's notifications. ?1 is the user, followed by the user's families and then by
/// other parameters.
enum NotificationStatements {
    /// The most families that a passport can name.
    static let familiesMax = FamilyLimit.familiesPerUser

    private static let columns = """
        id, family_unit_id, type, title, message, priority, related_entity_type,
        related_entity_id, scheduled_for, read_at
        """
    private static let families = (2...familiesMax + 1).map { "?\($0)" }.joined(separator: ", ")
    private static let next = "?\(familiesMax + 2)"
    private static let own =
        "user_id = ?1 AND withdrawn_at IS NULL AND family_unit_id IN (\(families))"

    static let list = """
        SELECT \(columns) FROM notifications WHERE \(own)
        ORDER BY newest_first, id LIMIT \(next)
        """
    static let unread = """
        SELECT \(columns) FROM notifications INDEXED BY notifications_unread
        WHERE \(own) AND read_at IS NULL
        ORDER BY newest_first, id LIMIT \(next)
        """
    static let counts = """
        SELECT count(*), count(*) FILTER (WHERE read_at IS NULL)
        FROM notifications INDEXED BY notifications_counted WHERE \(own)
        """
    static let find = "SELECT read_at FROM notifications WHERE \(own) AND id = \(next)"
    static let mark = """
        UPDATE notifications SET read_at = ?3 WHERE user_id = ?1 AND id = ?2 AND read_at IS NULL
        /* all families: of one user, found in the families of the passport before */
        """
    static let markAll =
        "UPDATE notifications SET read_at = \(next) WHERE \(own) AND read_at IS NULL"

    static let all = [list, unread, counts, find, mark, markAll]
}
