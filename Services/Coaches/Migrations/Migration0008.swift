import Contracts
import DataServiceKit
import Storage

enum Migration0008 {
    /// Indexes of deleted contacts by coach and school. A deletion stays in the trash while other
    /// players can restore contacts that refer to its coach or school.
    static let deletedContacts = Migration(
        "deleted contacts",
        sql: """
            CREATE INDEX contacts_deleted_by_coach ON contacts (family_unit_id, coach_id)
                WHERE coach_id IS NOT NULL AND deleted_at IS NOT NULL;
            CREATE INDEX contacts_deleted_by_school ON contacts (family_unit_id, school_id)
                WHERE school_id IS NOT NULL AND deleted_at IS NOT NULL;
            """)

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
                String(decoding: try JSONCoding.encode(payload), as: UTF8.self))
        }
    }
}
