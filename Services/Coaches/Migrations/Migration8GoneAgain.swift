import Contracts
import DataServiceKit
import Storage

extension Migration {
    /// Republishes purged deletions: the other services did not record at the time that those are
    /// gone.
    static let goneAgain = Migration("deletions that are gone, told again") { transaction in
        try tellAgain(transaction)
    }

    /// Records for each purged deletion the change that reports its end.
    static func tellAgain(_ transaction: WriteTransaction) throws {
        let gone = try transaction.rows(
            """
            SELECT family_unit_id, operation_id FROM deletions
            WHERE phase IN ('purging', 'purged') ORDER BY operation_id
            /* all families: what is gone is told again to everybody */
            """
        ) { (try $0.identifier(0) as FamilyID, try $0.identifier(1) as OperationID) }
        let latest = try transaction.scalar(
            "SELECT max(occurred_at) FROM changes /* all families: the time of the last change */")
        let now = Instant(milliseconds: latest ?? 0)
        for (family, operation) in gone {
            let payload = DeletionFeed.FinishedPayload(
                operationID: operation, familyUnitID: family, phase: .purged, counts: [:])
            try transaction.execute(
                """
                INSERT INTO changes (event_id, aggregate, aggregate_id, aggregate_version, type,
                    schema_version, occurred_at, family_unit_id, payload)
                VALUES (?1, ?2, ?3, 4, ?4, 1, ?5, ?6, ?7)
                """, ChangeID.make(at: now), DeletionFeed.aggregate, operation.text,
                DeletionFeed.finished, now, family,
                try JSONCoding.encodedText(payload))
        }
    }
}
