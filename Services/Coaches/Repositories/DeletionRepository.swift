import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// A stored deletion.
struct StoredDeletion: Sendable {
    let family: FamilyID
    let operationID: OperationID
    let kind: DeletionFeed.Kind
    let recordID: RecordID
    /// The records that this service deleted, by table.
    let ownCounts: [String: Int]
    var saga: DeletionSaga
    /// The records that participants deleted and restored, according to their replies so far.
    var deletedElsewhere: [String: Int] = [:]
    var restoredElsewhere: [String: Int] = [:]
    /// What the records that participants restored name no longer.
    var lostElsewhere: [LostReference] = []

    /// The records deleted in all services, by table.
    var deleted: [String: Int] { ownCounts.merging(deletedElsewhere, uniquingKeysWith: +) }

    /// The records restored in all services, by table.
    var restored: [String: Int] {
        guard saga.phase.settled == .restored else { return [:] }
        return ownCounts.merging(restoredElsewhere, uniquingKeysWith: +)
    }

    var state: OperationState { saga.phase.isRunning ? .running : .done }
}

/// All SQL about deletions that span services. Some statements run outside of a request, so every
/// operation is looked up together with its family.
enum DeletionRepository {
    static let findSQL = """
        SELECT kind, record_id, phase, own_counts FROM deletions
        WHERE family_unit_id = ?1 AND operation_id = ?2
        """
    static let participantsSQL = """
        SELECT participant, is_awaited, deleted, restored, lost FROM deletion_participants
        WHERE family_unit_id = ?1 AND operation_id = ?2
        """
    static let runningSQL = """
        SELECT operation_id FROM deletions
        WHERE phase IN ('deleting', 'restoring', 'purging')
        /* all families: a start goes on with whatever is under way */
        """

    static func find(
        _ id: OperationID, of family: FamilyID, _ transaction: ReadTransaction
    ) throws -> StoredDeletion? {
        var (participants, awaited): (Set<ServiceName>, Set<ServiceName>) = ([], [])
        var (deleted, restored): ([String: Int], [String: Int]) = ([:], [:])
        var lost: [LostReference] = []
        try transaction.query(participantsSQL, family, id) { row in
            let participant: ServiceName = try row.word(0)
            participants.insert(participant)
            if try row.bool(1) { awaited.insert(participant) }
            deleted.merge(try counts(row, 2), uniquingKeysWith: +)
            restored.merge(try counts(row, 3), uniquingKeysWith: +)
            lost += try JSONCoding.decodeResponse([LostReference].self, from: row.blob(4))
        }
        return try transaction.first(findSQL, family, id) { row in
            StoredDeletion(
                family: family, operationID: id, kind: try row.word(0),
                recordID: try row.identifier(1), ownCounts: try counts(row, 3),
                saga: DeletionSaga(
                    phase: try row.word(2), awaited: awaited, participants: participants),
                deletedElsewhere: deleted, restoredElsewhere: restored, lostElsewhere: lost)
        }
    }

    private static func counts(_ row: borrowing Row, _ column: Int32) throws -> [String: Int] {
        try JSONCoding.decodeResponse([String: Int].self, from: row.blob(column))
    }

    /// The deletions in progress.
    static func running(_ transaction: ReadTransaction) throws -> [OperationID] {
        try transaction.rows(runningSQL) { try $0.identifier(0) }
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
            """, deletion.family, deletion.operationID, deletion.kind.rawValue, deletion.recordID,
            deletion.saga.phase.rawValue, try JSONCoding.encodedText(deletion.ownCounts), now)
        for participant in deletion.saga.participants.sorted(by: { $0.rawValue < $1.rawValue }) {
            try transaction.execute(
                """
                INSERT INTO deletion_participants
                    (family_unit_id, operation_id, participant, is_awaited)
                VALUES (?1, ?2, ?3, 1)
                """, deletion.family, deletion.operationID, participant.rawValue)
        }
    }

    /// Stores a new phase and awaits a reply from every participant.
    static func enter(
        _ deletion: StoredDeletion, at now: Instant, _ transaction: WriteTransaction
    ) throws {
        let key = (deletion.family, deletion.operationID)
        try transaction.execute(
            """
            UPDATE deletions SET phase = ?3, began_at = ?4
            WHERE family_unit_id = ?1 AND operation_id = ?2
            """, key.0, key.1, deletion.saga.phase.rawValue, now)
        try transaction.execute(
            """
            UPDATE deletion_participants SET is_awaited = 1
            WHERE family_unit_id = ?1 AND operation_id = ?2
            """, key.0, key.1)
    }

    /// Stores a participant's reply.
    static func note(
        _ answer: DeletionSaga.Answer, _ report: DeletionFeed.CountsPayload,
        from participant: ServiceName, isHeard: Bool, of deletion: StoredDeletion,
        _ transaction: WriteTransaction
    ) throws {
        let column: StaticString
        switch answer {
        case .applied: column = "deleted"
        case .restored: column = "restored"
        // Purged records were counted when they were deleted.
        case .erased: column = "participant"
        }
        let key = (deletion.family, deletion.operationID)
        let value =
            answer == .erased ? participant.rawValue : try JSONCoding.encodedText(report.counts)
        try transaction.execute(
            """
            UPDATE deletion_participants SET \(column) = ?4,
                is_awaited = CASE WHEN ?5 THEN 0 ELSE is_awaited END
            WHERE family_unit_id = ?1 AND operation_id = ?2 AND participant = ?3
            """, key.0, key.1, participant.rawValue, value, isHeard)
        guard answer == .restored else { return }
        try transaction.execute(
            """
            UPDATE deletion_participants SET lost = ?4
            WHERE family_unit_id = ?1 AND operation_id = ?2 AND participant = ?3
            """, key.0, key.1, participant.rawValue, try JSONCoding.encodedText(report.lost ?? []))
    }

    /// Stores the end of a phase.
    static func settle(_ deletion: StoredDeletion, _ transaction: WriteTransaction) throws {
        let key = (deletion.family, deletion.operationID)
        try transaction.execute(
            "UPDATE deletions SET phase = ?3 WHERE family_unit_id = ?1 AND operation_id = ?2",
            key.0, key.1, deletion.saga.phase.rawValue)
    }
}
