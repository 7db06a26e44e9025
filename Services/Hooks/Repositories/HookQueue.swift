import Contracts
import DataServiceKit
import Storage

/// The deliveries of all hooks, for the service's own work: queueing, sending and forgetting. It
/// has no caller.
struct HookQueue {
    let transaction: WriteTransaction

    init(_ transaction: WriteTransaction) { self.transaction = transaction }

    // MARK: Queueing

    /// A hook that may want a change.
    struct Candidate {
        let id: HookID
        let player: UserID
        let records: [HookRecord]
        let createdAt: Instant
    }

    /// Sets the start of hooks that begin more than `arrivalMax` after `now`, because they were
    /// added while the clock was ahead, to `arrivalMax` before `now`. Otherwise they would miss all
    /// changes until their own time comes, and outlive their player's membership.
    func beginNoLater(than now: Instant, in family: FamilyID) throws {
        try transaction.execute(
            HookQueueStatements.beginNow, family, now.advanced(by: Self.arrivalMax),
            now.advanced(by: .zero - Self.arrivalMax))
    }

    /// The longest time that a change may take to arrive. A hook that begins so soon after a batch
    /// was read was just added; one that begins later was added while the clock was ahead.
    static let arrivalMax = Duration.seconds(60)

    /// The hooks of a family's present players, none of which began later than a change may take to
    /// arrive. One that was added while nobody had read yet that its player had left outlives the
    /// membership, and wants no change. Identity's feed was read to the end before.
    func candidates(in family: FamilyID, at now: Instant) throws -> [Candidate] {
        let hooks = try candidates(in: family)
        let latest = now.advanced(by: Self.arrivalMax)
        guard hooks.contains(where: { $0.createdAt > latest }) else { return hooks }
        try beginNoLater(than: now, in: family)
        return try candidates(in: family)
    }

    private func candidates(in family: FamilyID) throws -> [Candidate] {
        try transaction.rows(HookQueueStatements.candidates, family) { row in
            Candidate(
                id: try row.identifier(0), player: try row.identifier(1),
                records: try Self.records(try row.text(2)), createdAt: try row.instant(3))
        }
    }

    /// Whether the hook has this delivery already.
    func has(_ delivery: HookDeliveryID, for hook: HookID) throws -> Bool {
        try transaction.exists(HookQueueStatements.find, hook, delivery)
    }

    /// Gives the next number of a hook.
    func nextNumber(of hook: HookID) throws -> Int64 {
        try transaction.execute(HookQueueStatements.countUp, hook)
        return try transaction.first(HookQueueStatements.lastNumber, hook) { try $0.int64(0) } ?? 0
    }

    /// Queues a delivery at the end; removes what a hook has beyond `HookLimit.keptMax`.
    func append(
        _ new: QueuedDelivery, of type: String, at occurredAt: Instant, housekeepingTime: Instant
    ) throws {
        try transaction.execute(
            HookQueueStatements.append, new.hook, new.number, new.id,
            new.position.service.rawValue, new.position.sequence, type, occurredAt, new.body,
            housekeepingTime)
        try transaction.execute(
            HookQueueStatements.trim, new.hook, new.number - HookLimit.keptMax)
    }

    // MARK: Sending

    /// The hooks that are on.
    static func active(_ transaction: ReadTransaction) throws -> [HookID] {
        try transaction.rows(HookQueueStatements.active) { try $0.identifier(0) }
    }

    /// The delivery of a hook whose turn it is; nil if none waits or the hook is off or gone.
    static func next(of hook: HookID, _ transaction: ReadTransaction) throws -> OutgoingDelivery? {
        try transaction.first(HookQueueStatements.next, hook) { row -> OutgoingDelivery? in
            guard let address = HookAddress(try row.text(6)) else { return nil }
            return OutgoingDelivery(
                queued: QueuedDelivery(
                    hook: hook, number: try row.int64(0), id: try row.identifier(1),
                    position: FeedPosition(
                        service: try row.word(2), sequence: try row.int64(3)),
                    body: try row.text(4)),
                attempts: Int(try row.int64(5)), address: address, secret: row.blob(7))
        } ?? nil
    }

    /// Notes that a delivery was taken.
    func noteDelivered(_ delivery: OutgoingDelivery, at now: Instant) throws {
        try transaction.execute(
            HookQueueStatements.delivered, delivery.queued.hook, delivery.queued.number, now)
        try transaction.execute(HookQueueStatements.works, delivery.queued.hook, now)
    }

    /// Notes that an attempt failed. Returns the hook if it was switched off with this.
    func noteFailed(
        _ delivery: OutgoingDelivery, _ problem: String, at now: Instant, housekeepingTime: Instant
    ) throws -> HooksFeed.HookPayload? {
        let (hook, number) = (delivery.queued.hook, delivery.queued.number)
        let isOver = HookAttempts.isOver(delivery.attempts + 1)
        try transaction.execute(
            HookQueueStatements.failed, hook, number, problem,
            isOver ? HookDeliveryState.failed.rawValue : HookDeliveryState.waiting.rawValue)
        try transaction.execute(
            HookQueueStatements.fails, hook, problem, housekeepingTime)
        let since = try transaction.first(HookQueueStatements.failingSince, hook) {
            try $0.instantOrNil(0)
        }
        guard let since = since ?? nil,
            HookAttempts.isHopeless(since: since, now: housekeepingTime)
        else { return nil }
        try transaction.execute(HookQueueStatements.switchOff, hook, now)
        return try transaction.first(HookQueueStatements.payload, hook) { row in
            HooksFeed.HookPayload(
                id: hook, familyUnitID: try row.identifier(0),
                userID: try row.identifier(1), name: delivery.address.origin,
                records: try Self.records(try row.text(2)))
        }
    }

    // MARK: Forgetting

    /// Removes the hooks that a player had in a family by a time.
    func forget(_ player: UserID, in family: FamilyID, by instant: Instant) throws {
        try transaction.execute(HookQueueStatements.forgetDeliveries, family, player, instant)
        try transaction.execute(HookQueueStatements.forgetHooks, family, player, instant)
    }

    /// The most deliveries that one step removes.
    static let removedMax = 500

    /// Removes some of the deliveries kept since before an instant of housekeeping time. Returns
    /// whether there may be more.
    func removeOld(before instant: Instant) throws -> Bool {
        try transaction.execute(HookQueueStatements.removeOld, instant, Self.removedMax)
            == Int64(Self.removedMax)
    }

    /// Reads a stored list of records.
    static func records(_ json: String) throws -> [HookRecord] {
        try JSONCoding.decodedText([HookRecord].self, from: json)
    }
}

/// The SQL for the service's own work.
enum HookQueueStatements {
    /// ?1 is the family.
    static let candidates = """
        SELECT h.id, h.user_id, h.records, h.created_at
        FROM hooks AS h INDEXED BY hooks_by_family
        WHERE h.family_unit_id = ?1 AND EXISTS (
            SELECT 1 FROM replica_members AS m
            WHERE m.family_unit_id = h.family_unit_id AND m.user_id = h.user_id
                AND m.role = 'player' AND m.left_at IS NULL)
        """
    /// ?1 is the family. Hooks that begin after ?2 begin at ?3 instead.
    static let beginNow = """
        UPDATE hooks SET created_at = ?3 WHERE family_unit_id = ?1 AND created_at > ?2
        """
    /// In the statements up to `payload`, ?1 is the hook.
    static let find = "SELECT 1 FROM hook_deliveries WHERE hook_id = ?1 AND delivery_id = ?2"
    private static let byHook = "/* all families: of one hook, which is one family's only */"
    static let countUp = "UPDATE hooks SET last_number = last_number + 1 WHERE id = ?1 \(byHook)"
    static let lastNumber = "SELECT last_number FROM hooks WHERE id = ?1 \(byHook)"
    static let append = """
        INSERT INTO hook_deliveries (hook_id, number, delivery_id, service, seq, type, occurred_at,
            body, kept_since)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
        """
    static let trim = "DELETE FROM hook_deliveries WHERE hook_id = ?1 AND number <= ?2"
    static let active = """
        SELECT id FROM hooks WHERE switched_off_at IS NULL /* all families: once at the start */
        """
    static let next = """
        SELECT d.number, d.delivery_id, d.service, d.seq, d.body, d.attempts, h.address, h.secret
        FROM hooks AS h JOIN hook_deliveries AS d INDEXED BY hook_deliveries_by_state
            ON d.hook_id = h.id AND d.state = 'waiting'
        WHERE h.id = ?1 AND h.switched_off_at IS NULL
        ORDER BY d.number LIMIT 1 \(byHook)
        """
    static let delivered = """
        UPDATE hook_deliveries SET state = 'delivered', problem = NULL, delivered_at = ?3
        WHERE hook_id = ?1 AND number = ?2
        """
    static let works = """
        UPDATE hooks SET delivered_at = ?2, failing_since = NULL, problem = NULL
        WHERE id = ?1 \(byHook)
        """
    static let failed = """
        UPDATE hook_deliveries SET attempts = attempts + 1, problem = ?3, state = ?4
        WHERE hook_id = ?1 AND number = ?2
        """
    static let fails = """
        UPDATE hooks SET problem = ?2, failing_since = coalesce(failing_since, ?3)
        WHERE id = ?1 \(byHook)
        """
    static let failingSince = """
        SELECT failing_since FROM hooks WHERE id = ?1 AND switched_off_at IS NULL \(byHook)
        """
    static let switchOff = "UPDATE hooks SET switched_off_at = ?2 WHERE id = ?1 \(byHook)"
    static let payload = """
        SELECT family_unit_id, user_id, records FROM hooks WHERE id = ?1 \(byHook)
        """

    private static let ofPlayer = "family_unit_id = ?1 AND user_id = ?2 AND created_at <= ?3"
    static let forgetDeliveries = """
        DELETE FROM hook_deliveries
        WHERE hook_id IN (SELECT id FROM hooks WHERE \(ofPlayer))
        """
    static let forgetHooks = "DELETE FROM hooks WHERE \(ofPlayer)"
    static let removeOld = """
        DELETE FROM hook_deliveries WHERE rowid IN (
            SELECT rowid FROM hook_deliveries WHERE kept_since < ?1 LIMIT ?2)
        /* all families: old deliveries */
        """

    /// All statements but `active`, which reads all hooks once at the start.
    static let all = [
        candidates, beginNow, find, countUp, lastNumber, append, trim, next, delivered, works,
        failed, fails,
        failingSince, switchOff, payload, forgetDeliveries, forgetHooks, removeOld,
    ]
}
