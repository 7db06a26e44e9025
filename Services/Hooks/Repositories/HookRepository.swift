import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// The hooks of a family, as one member sees and changes them.
@Memberwise(labels: false)
struct HookRepository {
    private let scope: FamilyScope
    private let transaction: ReadTransaction

    /// A player's own hooks; all of them for a parent.
    func visible() throws -> [Hook] {
        let owner = scope.role == .player ? scope.userID : nil
        return try transaction.rows(
            HookStatements.visible, scope.familyID, owner, map: hook)
    }

    /// One of the player's own hooks; nil if there is none.
    func own(_ id: HookID) throws -> Hook? {
        try transaction.first(HookStatements.own, scope.familyID, scope.userID, id, map: hook)
    }

    /// The ids of the player's own hooks.
    func ownIDs() throws -> [HookID] {
        try transaction.rows(HookStatements.addresses, scope.familyID, scope.userID) {
            try $0.identifier(0)
        }
    }

    /// Whether the member is a player of the family, as far as identity's feed was read.
    func isOfPlayer() throws -> Bool {
        try transaction.exists(HookStatements.player, scope.familyID, scope.userID)
    }

    /// How many hooks the family has.
    func count() throws -> Int {
        try transaction.count(HookStatements.count, scope.familyID)
    }

    /// The address of one of the player's own hooks.
    func address(of id: HookID) throws -> HookAddress? {
        try transaction.first(HookStatements.address, scope.familyID, scope.userID, id) {
            HookAddress(try $0.text(0))
        } ?? nil
    }

    /// The player's own hook that sends the changes of these records to an address; nil if there is
    /// none.
    func own(sending records: [HookRecord], to address: HookAddress) throws -> Hook? {
        let known = try transaction.rows(
            HookStatements.addresses, scope.familyID, scope.userID
        ) { row in
            (
                id: try row.identifier(0) as HookID, address: HookAddress(try row.text(1)),
                records: try HookQueue.records(try row.text(2))
            )
        }
        let same = known.first { hook in
            hook.address?.isSame(as: address) == true && Set(hook.records) == Set(records)
        }
        return try same.flatMap { try own($0.id) }
    }

    /// The newest deliveries of one of the player's own hooks.
    func deliveries(of id: HookID, in state: HookDeliveryState?) throws -> [HookDelivery] {
        func list(_ sql: String, _ values: [any SQLBindable]) throws -> [HookDelivery] {
            try transaction.rows(
                sql, values: [scope.familyID, scope.userID, id] + values, map: Self.delivery)
        }
        let limit = HookLimit.listedMax
        guard let state else { return try list(HookStatements.deliveries, [limit]) }
        return try list(HookStatements.deliveriesInState, [limit, state.rawValue])
    }

    // MARK: Writing

    func insert(
        _ id: HookID, _ address: HookAddress, _ records: [HookRecord], secret: [UInt8],
        at now: Instant, in transaction: WriteTransaction
    ) throws {
        try transaction.execute(
            HookStatements.insert, id, scope.familyID, scope.userID, address.text, secret,
            try JSONCoding.encodedText(records), now)
    }

    /// Gives one of the player's own hooks another secret, which signs all later attempts.
    func replaceSecret(
        of id: HookID, by secret: [UInt8], in transaction: WriteTransaction
    ) throws {
        try transaction.execute(
            HookStatements.replaceSecret, scope.familyID, scope.userID, id, secret)
    }

    /// Removes one of the player's own hooks with its deliveries.
    func remove(_ id: HookID, in transaction: WriteTransaction) throws {
        try transaction.execute(HookStatements.removeDeliveries, scope.familyID, scope.userID, id)
        try transaction.execute(HookStatements.remove, scope.familyID, scope.userID, id)
    }

    /// Lets deliveries of one of the player's own hooks wait again: those after a number, or those
    /// that failed. Switches the hook on. Returns how many wait again.
    func replay(_ id: HookID, after number: Int64?, in transaction: WriteTransaction) throws -> Int
    {
        try transaction.execute(HookStatements.switchOn, scope.familyID, scope.userID, id)
        guard let number else {
            return Int(
                try transaction.execute(
                    HookStatements.replayFailed, scope.familyID, scope.userID, id))
        }
        return Int(
            try transaction.execute(
                HookStatements.replayAfter, scope.familyID, scope.userID, id, number))
    }

    private func hook(_ row: borrowing Row) throws -> Hook {
        let user: UserID = try row.identifier(1)
        let address = HookAddress(try row.text(3))
        let shown = user == scope.userID ? address?.withoutQuery : address?.origin
        return Hook(
            id: try row.identifier(0), userID: user, userName: try row.textOrNil(2),
            address: shown ?? "", records: try HookQueue.records(try row.text(4)),
            createdAt: try row.instant(5), switchedOffAt: try row.instantOrNil(6),
            waiting: Int(try row.int64(9)), failed: Int(try row.int64(10)),
            deliveredAt: try row.instantOrNil(7), problem: try row.textOrNil(8))
    }

    private static func delivery(_ row: borrowing Row) throws -> HookDelivery {
        HookDelivery(
            number: try row.int64(0), id: try row.identifier(1), type: try row.text(2),
            recordType: try row.text(8), recordID: try row.text(9),
            occurredAt: try row.instant(3), state: try row.word(4),
            attempts: Int(try row.int64(5)), problem: try row.textOrNil(6),
            deliveredAt: try row.instantOrNil(7))
    }
}

/// The SQL for members. ?1 is the family, ?2 the player, ?3 the hook.
enum HookStatements {
    private static let columns = """
        h.id, h.user_id,
            (SELECT full_name FROM replica_members AS m
                WHERE m.family_unit_id = h.family_unit_id AND m.user_id = h.user_id),
            h.address, h.records, h.created_at, h.switched_off_at, h.delivered_at, h.problem,
            (SELECT count(*) FROM hook_deliveries AS d
                WHERE d.hook_id = h.id AND d.state = 'waiting'),
            (SELECT count(*) FROM hook_deliveries AS d
                WHERE d.hook_id = h.id AND d.state = 'failed')
        """
    static let visible = """
        SELECT \(columns) FROM hooks AS h INDEXED BY hooks_by_family
        WHERE h.family_unit_id = ?1 AND (?2 IS NULL OR h.user_id = ?2)
        """
    private static let isOwn = "family_unit_id = ?1 AND user_id = ?2 AND id = ?3"
    static let own = """
        SELECT \(columns) FROM hooks AS h
        WHERE h.family_unit_id = ?1 AND h.user_id = ?2 AND h.id = ?3
        """
    static let player = """
        SELECT 1 FROM replica_members
        WHERE family_unit_id = ?1 AND user_id = ?2 AND role = 'player' AND left_at IS NULL
        """
    static let count = "SELECT count(*) FROM hooks WHERE family_unit_id = ?1"
    static let address = "SELECT address FROM hooks WHERE \(isOwn)"
    static let addresses = """
        SELECT id, address, records FROM hooks INDEXED BY hooks_by_family
        WHERE family_unit_id = ?1 AND user_id = ?2 ORDER BY id
        """

    private static let ofOwn = "hook_id = (SELECT id FROM hooks WHERE \(isOwn))"
    private static let deliveryColumns = """
        number, delivery_id, type, occurred_at, state, attempts, problem, delivered_at,
            json_extract(body, '$.record_type'), json_extract(body, '$.record_id')
        """
    static let deliveries = """
        SELECT \(deliveryColumns) FROM hook_deliveries WHERE \(ofOwn)
        ORDER BY number DESC LIMIT ?4
        """
    static let deliveriesInState = """
        SELECT \(deliveryColumns) FROM hook_deliveries WHERE \(ofOwn) AND state = ?5
        ORDER BY number DESC LIMIT ?4
        """
    static let insert = """
        INSERT INTO hooks (id, family_unit_id, user_id, address, secret, records, created_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        """
    static let replaceSecret = "UPDATE hooks SET secret = ?4 WHERE \(isOwn)"
    static let removeDeliveries = "DELETE FROM hook_deliveries WHERE \(ofOwn)"
    static let remove = "DELETE FROM hooks WHERE \(isOwn)"
    static let switchOn = """
        UPDATE hooks SET switched_off_at = NULL, failing_since = NULL, problem = NULL WHERE \(isOwn)
        """
    private static let again = """
        UPDATE hook_deliveries SET state = 'waiting', attempts = 0, problem = NULL,
            delivered_at = NULL
        """
    static let replayFailed = "\(again) WHERE \(ofOwn) AND state = 'failed'"
    static let replayAfter = "\(again) WHERE \(ofOwn) AND number > ?4 AND state <> 'waiting'"

    static let all = [
        visible, own, player, count, address, addresses, deliveries, deliveriesInState, insert,
        replaceSecret, removeDeliveries, remove, switchOn, replayFailed, replayAfter,
    ]
}
