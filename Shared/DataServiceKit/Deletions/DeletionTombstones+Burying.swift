public import Contracts
public import Storage

extension DeletionTombstones {
    static let burySQL = """
        INSERT INTO deletion_tombstones
            (family_unit_id, kind, record_id, operation_id, deleted_at, is_gone, merged_into)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        ON CONFLICT (family_unit_id, kind, record_id) DO UPDATE
        SET operation_id = excluded.operation_id, deleted_at = excluded.deleted_at,
            is_gone = excluded.is_gone, merged_into = excluded.merged_into
        """
    /// ?1 family, ?2 kind, ?3 record.
    static let unearthSQL = """
        DELETE FROM deletion_tombstones
        WHERE family_unit_id = ?1 AND kind = ?2 AND record_id = ?3 AND is_gone
        """
    static let closeSQL = """
        UPDATE deletion_tombstones SET is_gone = 1 WHERE family_unit_id = ?1 AND operation_id = ?2
        """

    /// Records the coaches and schools of a deletion.
    public static func bury(
        _ request: DeletionFeed.RequestedPayload, at instant: Instant,
        _ transaction: WriteTransaction
    ) throws {
        var records: [(DeletionFeed.Kind, RecordID)] = request.coachIDs.map {
            (.coach, RecordID($0))
        }
        if request.kind == .school { records.append((.school, request.id)) }
        for (kind, id) in records {
            try transaction.execute(
                burySQL, request.familyUnitID, kind.rawValue, id, request.operationID, instant,
                false, request.into)
        }
    }

    /// Records the coaches and schools that the undo of an import removed. The file can be imported
    /// again, but no undo restores these records. Ignores other changes.
    public static func bury(
        removedBy change: Change, _ transaction: WriteTransaction
    ) throws {
        let kind: DeletionFeed.Kind
        switch change.type {
        case CoachesFeed.coachesRemoved: kind = .coach
        case CoachesFeed.schoolsRemoved: kind = .school
        default: return
        }
        let removed: CoachesFeed.RemovedPayload = try change.decodedPayload()
        let operation = OperationID(text: change.aggregateID) ?? OperationID(high: 0, low: 0)
        for id in removed.ids.compactMap({ RecordID(text: $0) }) {
            try transaction.execute(
                burySQL, removed.familyUnitID, kind.rawValue, id, operation, change.occurredAt,
                true, nil as RecordID?)
        }
    }

    /// Forgets that the undo of an import removed a coach or school that is there again, because a
    /// record that another service had accepted refers to it. The tombstone of a deletion that can
    /// be undone stays. Ignores other changes.
    public static func unearth(
        storedBy change: Change, _ transaction: WriteTransaction
    ) throws {
        switch change.type {
        case CoachesFeed.coachChanged:
            let coach: CoachesFeed.CoachPayload = try change.decodedPayload()
            try unearth(.coach, RecordID(coach.id), coach.familyUnitID, transaction)
        case CoachesFeed.schoolChanged:
            let school: CoachesFeed.SchoolPayload = try change.decodedPayload()
            try unearth(.school, RecordID(school.id), school.familyUnitID, transaction)
        default:
            break
        }
    }

    private static func unearth(
        _ kind: DeletionFeed.Kind, _ id: RecordID, _ family: FamilyID,
        _ transaction: WriteTransaction
    ) throws {
        try transaction.execute(unearthSQL, family, kind.rawValue, id)
    }

    /// Records that the records of an operation were erased.
    public static func close(
        _ operation: OperationID, _ family: FamilyID, _ transaction: WriteTransaction
    ) throws {
        try transaction.execute(closeSQL, family, operation)
    }
}
