import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Trash and undo for schools and coaches. They belong to the family, so every player may undo.
enum CoachesTrash {
    /// Returns the trash plan, including deletions that span services.
    static func plan(_ deletions: Deletions, on service: DataService) -> TrashPlan {
        TrashPlan(
            tables: [
                TrashTable(SchoolImport.table.table, title: "name"),
                TrashTable(CoachImport.table.table, title: "first_name || ' ' || last_name"),
            ],
            purging: { try deletions.purge($0, of: $1, $2) },
            keeping: { try deletions.keeping($0, $1, $2) },
            completing: { [weak service] answer, context, done in
                guard let service else { return done(.success(answer)) }
                deletions.complete(answer, context, service, done)
            },
            describing: { operation, family, transaction in
                operation.merge = try MergeOutcomes.find(operation, of: family, transaction)
            },
            undo: { id, operation, scope, unit in
                if let back = try deletions.undo(id, scope, unit) {
                    var response = UndoOperation.Response(
                        id, restored: back.counts, ids: back.ids, state: back.state)
                    response.noteLost(.school, of: "coaches", back.withoutSchool)
                    response.movedBack = back.movedBack
                    return response
                }
                // The other feeds must be current to find references to imported records.
                try RecordDependents.requireNews(unit)
                return try undoImport(id, operation, scope, unit)
            })
    }

    /// Removes the schools and coaches that an import added, and takes back what it changed.
    private static func undoImport(
        _ id: OperationID, _ operation: UnitOfWork.RecordedOperation, _ scope: FamilyScope,
        _ unit: UnitOfWork
    ) throws -> UndoOperation.Response {
        let isOfSchools = operation.kind == CommitImport<SchoolImportRow>.name
        let response = try unit.undoImport(
            id, of: scope,
            in: isOfSchools ? [SchoolImport.table] : [SchoolImport.table, CoachImport.table],
            updates: isOfSchools
                ? ImportUpdates(UpdatedSchools.self) : ImportUpdates(UpdatedCoaches.self))
        // Throwing rolls the transaction back, if a school still has coaches or a record is
        // referred to.
        try unit.refuseOrphans(
            orphansSQL, of: id, scope,
            one: "A coach is at one of these schools; undo the import of coaches first",
            many: { "\($0) coaches are at these schools; undo the import of coaches first" })
        try refuseReferences(to: id, scope, unit)
        return response
    }

    /// Starts from the import's schools and looks up the coaches of each.
    static let orphansSQL = """
        SELECT count(*) FROM import_records CROSS JOIN coaches INDEXED BY coaches_by_school
        WHERE import_records.family_unit_id = ?1 AND import_records.import_id = ?2
            AND import_records.table_name = 'schools'
            AND coaches.family_unit_id = ?1 AND coaches.school_id = import_records.record_id
            AND coaches.deleted_at IS NULL
        """

    /// Interactions that refer to an import's coaches or schools, each counted once.
    static let contactsSQL = """
        SELECT count(*) FROM (
            SELECT contacts.id FROM import_records
            CROSS JOIN contacts INDEXED BY contacts_by_coach
                ON contacts.family_unit_id = ?1 AND contacts.coach_id = import_records.record_id
            WHERE import_records.family_unit_id = ?1 AND import_records.import_id = ?2
                AND import_records.table_name = 'coaches'
                AND contacts.coach_id IS NOT NULL AND contacts.deleted_at IS NULL
            UNION
            SELECT contacts.id FROM import_records
            CROSS JOIN contacts INDEXED BY contacts_by_school
                ON contacts.family_unit_id = ?1 AND contacts.school_id = import_records.record_id
            WHERE import_records.family_unit_id = ?1 AND import_records.import_id = ?2
                AND import_records.table_name = 'schools'
                AND contacts.school_id IS NOT NULL AND contacts.deleted_at IS NULL)
        """

    static let eventsSQL = """
        SELECT count(*) FROM import_records
        CROSS JOIN events_of_schools AS events INDEXED BY events_by_school
            ON events.family_unit_id = ?1 AND events.school_id = import_records.record_id
        WHERE import_records.family_unit_id = ?1 AND import_records.import_id = ?2
            AND import_records.table_name = 'schools'
        """

    /// Posts that refer to an import's coaches or schools: the larger of the two counts.
    static let postsSQL = """
        SELECT max(posts) FROM (
            SELECT sum(post_counts.row_count) AS posts FROM import_records
            CROSS JOIN post_counts ON post_counts.family_unit_id = ?1
                AND post_counts.kind =
                    CASE import_records.table_name WHEN 'coaches' THEN 'coach' ELSE 'school' END
                AND post_counts.record_id = import_records.record_id
            WHERE import_records.family_unit_id = ?1 AND import_records.import_id = ?2
            GROUP BY import_records.table_name)
        """

    private static func refuseReferences(
        to id: OperationID, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws {
        let kinds = [
            ("interactions", contactsSQL), ("events", eventsSQL), ("social_media_posts", postsSQL),
        ]
        let counts = try kinds.compactMap { table, sql in
            let count = try unit.transaction.count(sql, scope.familyID, id)
            return count > 0 ? (table, count) : nil
        }
        guard let first = counts.first else { return }
        let verb = counts.count == 1 && first.1 == 1 ? "names" : "name"
        throw ServiceError(
            .hasDependents,
            DeletionText.listed(counts.map { CountedNoun.text($0.1, $0.0) })
                + " \(verb) these schools or coaches; undo their import first, "
                + "or delete the coaches and schools one by one",
            errors: Dictionary(
                counts.map { ($0.0, "\($0.1)") }, uniquingKeysWith: { first, _ in first }))
    }
}
