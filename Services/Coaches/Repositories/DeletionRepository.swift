import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// A deletion as it is stored.
struct StoredDeletion: Sendable {
    let family: FamilyID
    let operationID: OperationID
    let kind: DeletionFeed.Kind
    let recordID: RecordID
    /// What this service deleted, by table.
    let ownCounts: [String: Int]
    var saga: DeletionSaga
    /// What participants deleted and brought back, as far as they have answered.
    var deletedElsewhere: [String: Int] = [:]
    var restoredElsewhere: [String: Int] = [:]

    /// How many records were deleted in all services, by table.
    var deleted: [String: Int] { ownCounts.merging(deletedElsewhere, uniquingKeysWith: +) }

    /// How many records came back in all services, by table.
    var restored: [String: Int] {
        guard saga.phase.settled == .restored else { return [:] }
        return ownCounts.merging(restoredElsewhere, uniquingKeysWith: +)
    }

    var state: OperationState { saga.phase.isRunning ? .running : .done }
}

/// All SQL about deletions that cross services. It works for the service itself as well, so the
/// family is named with each operation.
enum DeletionRepository {
    static let findSQL = """
        SELECT kind, record_id, phase, own_counts FROM deletions
        WHERE family_unit_id = ?1 AND operation_id = ?2
        """
    static let participantsSQL = """
        SELECT participant, is_awaited, deleted, restored FROM deletion_participants
        WHERE family_unit_id = ?1 AND operation_id = ?2
        """
    static let runningSQL = """
        SELECT operation_id, began_at FROM deletions
        WHERE phase IN ('deleting', 'restoring', 'purging')
        /* all families: a start goes on with whatever is under way */
        """

    static func find(
        _ id: OperationID, of family: FamilyID, _ transaction: ReadTransaction
    ) throws -> StoredDeletion? {
        var (participants, awaited): (Set<ServiceName>, Set<ServiceName>) = ([], [])
        var (deleted, restored): ([String: Int], [String: Int]) = ([:], [:])
        try transaction.query(participantsSQL, SQLValue(family), SQLValue(id)) { row in
            let participant: ServiceName = try row.word(0)
            participants.insert(participant)
            if try row.bool(1) { awaited.insert(participant) }
            deleted.merge(try counts(row, 2), uniquingKeysWith: +)
            restored.merge(try counts(row, 3), uniquingKeysWith: +)
        }
        return try transaction.first(findSQL, SQLValue(family), SQLValue(id)) { row in
            StoredDeletion(
                family: family, operationID: id, kind: try row.word(0),
                recordID: try row.identifier(1), ownCounts: try counts(row, 3),
                saga: DeletionSaga(
                    phase: try row.word(2), awaited: awaited, participants: participants),
                deletedElsewhere: deleted, restoredElsewhere: restored)
        }
    }

    private static func counts(_ row: borrowing Row, _ column: Int32) throws -> [String: Int] {
        try JSONCoding.decodeResponse([String: Int].self, from: row.blob(column))
    }

    /// Which deletions run, and since when.
    static func running(_ transaction: ReadTransaction) throws -> [OperationID: Instant] {
        let rows = try transaction.rows(runningSQL) {
            (try $0.identifier(0) as OperationID, try $0.instant(1))
        }
        return Dictionary(rows) { first, _ in first }
    }

    // MARK: Writing

    static func insert(_ deletion: StoredDeletion, at now: Instant, _ transaction: WriteTransaction)
        throws
    {
        try transaction.execute(
            """
            INSERT INTO deletions (family_unit_id, operation_id, kind, record_id, phase,
                own_counts, began_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """, SQLValue(deletion.family), SQLValue(deletion.operationID),
            .text(deletion.kind.rawValue), SQLValue(deletion.recordID),
            .text(deletion.saga.phase.rawValue), try json(deletion.ownCounts), SQLValue(now))
        for participant in deletion.saga.participants.sorted(by: { $0.rawValue < $1.rawValue }) {
            try transaction.execute(
                """
                INSERT INTO deletion_participants
                    (family_unit_id, operation_id, participant, is_awaited)
                VALUES (?1, ?2, ?3, 1)
                """, SQLValue(deletion.family), SQLValue(deletion.operationID),
                .text(participant.rawValue))
        }
    }

    /// Stores a new phase, in which everybody is awaited.
    static func enter(
        _ deletion: StoredDeletion, at now: Instant, _ transaction: WriteTransaction
    ) throws {
        let key = (SQLValue(deletion.family), SQLValue(deletion.operationID))
        try transaction.execute(
            """
            UPDATE deletions SET phase = ?3, began_at = ?4
            WHERE family_unit_id = ?1 AND operation_id = ?2
            """, key.0, key.1, .text(deletion.saga.phase.rawValue), SQLValue(now))
        try transaction.execute(
            """
            UPDATE deletion_participants SET is_awaited = 1
            WHERE family_unit_id = ?1 AND operation_id = ?2
            """, key.0, key.1)
    }

    /// Stores what a participant answered.
    static func note(
        _ answer: DeletionSaga.Answer, _ counts: [String: Int], from participant: ServiceName,
        isHeard: Bool, of deletion: StoredDeletion, _ transaction: WriteTransaction
    ) throws {
        let column: StaticString
        switch answer {
        case .applied: column = "deleted"
        case .restored: column = "restored"
        // What goes for good was counted when it was deleted.
        case .erased: column = "participant"
        }
        let key = (SQLValue(deletion.family), SQLValue(deletion.operationID))
        let value =
            answer == .erased ? SQLValue.text(participant.rawValue) : try json(counts)
        try transaction.execute(
            """
            UPDATE deletion_participants SET \(column) = ?4,
                is_awaited = CASE WHEN ?5 THEN 0 ELSE is_awaited END
            WHERE family_unit_id = ?1 AND operation_id = ?2 AND participant = ?3
            """, key.0, key.1, .text(participant.rawValue), value, SQLValue(isHeard))
    }

    /// Stores that a phase has ended.
    static func settle(_ deletion: StoredDeletion, _ transaction: WriteTransaction) throws {
        let key = (SQLValue(deletion.family), SQLValue(deletion.operationID))
        try transaction.execute(
            "UPDATE deletions SET phase = ?3 WHERE family_unit_id = ?1 AND operation_id = ?2",
            key.0, key.1, .text(deletion.saga.phase.rawValue))
    }

    private static func json(_ counts: [String: Int]) throws -> SQLValue {
        .text(String(decoding: try JSONCoding.encode(counts), as: UTF8.self))
    }
}
