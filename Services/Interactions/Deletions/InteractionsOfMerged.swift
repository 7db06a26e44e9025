import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Lets interactions refer to the coach or school that stays when two are merged, and follow-ups to
/// the coach. Each interaction is reported as a change, so that figures and alerts follow; its
/// edition stays, because nothing of what its author wrote has changed.
struct InteractionsOfMerged: MergedRecords {
    static let table = "interactions"
    static let followUps = "follow_ups"

    /// The statements for references to records of a kind.
    struct Statements {
        /// ?1 family, ?2 record.
        let live: String
        /// Those in the trash, without the rows of a file that is being imported: those were
        /// checked for this record. Merging is rare, so this reads the family's trash.
        let trashed: String
        /// ?1 family, ?2 interaction, ?3 old record, ?4 new record.
        let move: String

        init(column: String, index: String) {
            live = """
                SELECT id FROM interactions INDEXED BY \(index)
                WHERE family_unit_id = ?1 AND \(column) = ?2 AND \(column) IS NOT NULL
                    AND deleted_at IS NULL
                """
            trashed = """
                SELECT id FROM interactions INDEXED BY interactions_by_operation
                WHERE family_unit_id = ?1 AND operation_id IS NOT NULL AND \(column) = ?2
                    AND deleted_at IS NOT NULL AND NOT EXISTS (
                        SELECT 1 FROM imports WHERE imports.family_unit_id = ?1
                            AND imports.import_id = interactions.operation_id
                            AND imports.state = 'open')
                """
            move = """
                UPDATE interactions SET \(column) = ?4, version = version + 1
                WHERE family_unit_id = ?1 AND id = ?2 AND \(column) = ?3
                """
        }

        var all: [String] { [live, trashed, move] }
    }

    private static let ofCoach = Statements(column: "coach_id", index: "interactions_by_coach")
    private static let ofSchool = Statements(column: "school_id", index: "interactions_by_school")

    private static func statements(of merge: Merge) -> Statements {
        merge.kind == .coach ? ofCoach : ofSchool
    }

    static let isLiveSQL = """
        SELECT deleted_at IS NULL FROM interactions WHERE family_unit_id = ?1 AND id = ?2
        """
    /// The decisions of players who decided nothing about the coach who stays, and what is stored
    /// of a decision about that coach that was cleared. ?1 family, ?2 coach who goes, ?3 coach who
    /// stays.
    static let followUpsSQL = """
        SELECT plan.id, own.id FROM follow_ups AS plan
        LEFT JOIN follow_ups AS own
            ON own.family_unit_id = ?1 AND own.entry_id = ?3 AND own.player_id = plan.player_id
        WHERE plan.family_unit_id = ?1 AND plan.entry_id = ?2
            AND (own.id IS NULL
                OR (own.cadence_days IS NULL AND own.decision IS NULL
                    AND NOT (plan.cadence_days IS NULL AND plan.decision IS NULL)))
        """
    /// ?1 family, ?2 record, ?3 old coach, ?4 new coach.
    static let moveFollowUpSQL = """
        UPDATE OR IGNORE follow_ups SET entry_id = ?4
        WHERE family_unit_id = ?1 AND entry_id = ?3 AND id = ?2
        """
    /// Gives a cleared decision what its player decided about the old coach. The old one's stays
    /// as it is, for the undo. ?1 family, ?2 record, ?3 old coach, ?4 new coach.
    static let fillFollowUpSQL = """
        UPDATE follow_ups SET (cadence_days, decision, reason, due_on, decided_at) = (
            SELECT plan.cadence_days, plan.decision, plan.reason, plan.due_on, plan.decided_at
            FROM follow_ups AS plan
            WHERE plan.family_unit_id = ?1 AND plan.entry_id = ?3
                AND plan.player_id = follow_ups.player_id)
        WHERE family_unit_id = ?1 AND entry_id = ?4 AND id = ?2
        """
    /// Clears a decision that was filled, unless somebody has changed it since. ?1 family,
    /// ?2 record, ?3 old coach, ?4 new coach.
    static let clearFollowUpSQL = """
        UPDATE follow_ups SET cadence_days = NULL, decision = NULL, reason = NULL, due_on = NULL,
            decided_at = NULL
        WHERE family_unit_id = ?1 AND entry_id = ?4 AND id = ?2 AND EXISTS (
            SELECT 1 FROM follow_ups AS plan
            WHERE plan.family_unit_id = ?1 AND plan.entry_id = ?3
                AND plan.player_id = follow_ups.player_id
                AND (plan.cadence_days, plan.decision, plan.reason, plan.due_on, plan.decided_at)
                    IS (follow_ups.cadence_days, follow_ups.decision, follow_ups.reason,
                        follow_ups.due_on, follow_ups.decided_at))
        """

    /// Every statement, for tests of their plans.
    static let statements =
        ofCoach.all + ofSchool.all
        + [isLiveSQL, followUpsSQL, moveFollowUpSQL, fillFollowUpSQL, clearFollowUpSQL]

    func move(_ merge: Merge, _ work: DeletionWork, at instant: Instant) throws {
        let transaction = work.unit.transaction
        let moved = MovedRecords(work)
        let statements = Self.statements(of: merge)
        var ids: [RecordID] = []
        for (sql, areTrashed) in [(statements.live, false), (statements.trashed, true)] {
            let found = try transaction.rows(sql, work.family, merge.from) {
                try $0.identifier(0) as RecordID
            }
            try moved.note(found, in: Self.table, areTrashed: areTrashed)
            ids += found
        }
        _ = try refer(ids, merge, work)
        guard merge.kind == .coach else { return }
        try moveFollowUps(merge, work)
    }

    /// Moves the plans for the coach who goes, or gives what they say to cleared ones for the coach
    /// who stays, and notes those that are for the coach who stays then.
    private func moveFollowUps(_ merge: Merge, _ work: DeletionWork) throws {
        let transaction = work.unit.transaction
        let plans = try transaction.rows(
            Self.followUpsSQL, work.family, merge.from, merge.into
        ) { row in
            (
                id: try row.identifier(0) as RecordID,
                cleared: try row.identifierOrNil(1) as RecordID?
            )
        }
        try MovedRecords(work).note(plans.map { $0.cleared ?? $0.id }, in: Self.followUps)
        for plan in plans {
            try transaction.execute(
                plan.cleared == nil ? Self.moveFollowUpSQL : Self.fillFollowUpSQL, work.family,
                plan.cleared ?? plan.id, merge.from, merge.into)
        }
    }

    func moveBack(_ merge: Merge, _ work: DeletionWork) throws -> [String: Int] {
        let moved = MovedRecords(work)
        let count = try refer(moved.ids(in: Self.table), merge.reversed, work)
        guard merge.kind == .coach else { return [Self.table: count] }
        let transaction = work.unit.transaction
        let plans = try moved.ids(in: Self.followUps).filter { plan in
            try transaction.execute(
                Self.clearFollowUpSQL, work.family, plan, merge.from, merge.into) > 0
                || transaction.execute(
                    Self.moveFollowUpSQL, work.family, plan, merge.into, merge.from) > 0
        }
        return [Self.table: count, Self.followUps: plans.count]
    }

    /// Changes the coach or school of records, and records a change for each that is not in the
    /// trash. Returns how many those were.
    private func refer(
        _ ids: [RecordID], _ merge: Merge, _ work: DeletionWork
    ) throws -> Int {
        let moveSQL = Self.statements(of: merge).move
        let transaction = work.unit.transaction
        let reader = InteractionRow(
            family: work.family, names: FamilyNames(work.family, transaction))
        var count = 0
        for id in ids {
            guard
                try transaction.execute(moveSQL, work.family, id, merge.from, merge.into) > 0
            else { continue }
            guard try transaction.scalar(Self.isLiveSQL, work.family, id) == 1 else { continue }
            count += 1
            let stored = try transaction.first(InteractionStatements.anyByID, work.family, id) {
                try reader.stored($0)
            }
            guard let stored else { continue }
            try work.unit.record(
                NewChange(
                    InteractionsFeed.changed, of: InteractionChange.aggregate,
                    stored.interaction.id, version: stored.version, family: work.family,
                    json: stored.interaction.json))
        }
        return count
    }
}
