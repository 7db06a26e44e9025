import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Imports metrics; each row becomes a new record. Rows refer to an event by its key in the file it
/// was imported from, or by name.
struct MetricImport: ImportPlan {
    static let table = ImportTable(
        MarkedTable("metrics"), importedType: EventsFeed.metricsImported,
        removedType: EventsFeed.metricsRemoved)
    static let eventByKeySQL = """
        SELECT events.id FROM import_keys
        JOIN imports ON imports.family_unit_id = import_keys.family_unit_id
            AND imports.import_id = import_keys.import_id AND imports.state = 'committed'
        JOIN events ON events.family_unit_id = import_keys.family_unit_id
            AND events.id = import_keys.record_id
        WHERE import_keys.family_unit_id = ?1 AND import_keys.file_key = ?2
            AND events.deleted_at IS NULL
        ORDER BY imports.touched_at DESC, events.id LIMIT 1
        """
    static let eventByNameSQL = """
        SELECT id FROM events INDEXED BY events_by_name
        WHERE family_unit_id = ?1 AND name_folded = ?2 AND deleted_at IS NULL LIMIT 2
        """

    /// A staged metric whose event no longer exists. ?2 import.
    static let orphanSQL = MetricRepository.table.orphanSQL(
        by: "event_id", in: "events", isThere: "events.deleted_at IS NULL")

    let tables = [table]
    let refusesRepetition = true

    func stage(_ row: MetricImportRow, in staging: ImportStaging) throws -> StagedRow {
        let (scope, unit) = (staging.scope, staging.unit)
        let input = try row.form.validated()
        let id = try input.eventID ?? event(row.event, scope, unit.transaction)
        let event = try id.flatMap { try EventRepository(scope, unit.transaction).find($0) }
        guard id == nil || event != nil else {
            throw ServiceError.invalid("event_id", EventRefusal.event)
        }
        let metric = try AddMetric.metric(of: input, at: event, line: row.line, scope, unit)
        let record = try staging.store(metric, Metric.table, in: Self.table)
        // The form warns as well (N-63). A new type would be told for each of its rows.
        return .stored([record]).warned(metric.doubt.map { [$0] } ?? [])
    }

    func checks(of row: MetricImportRow, in staging: ImportStaging) -> [() throws -> Void] {
        var checks = formChecks(of: row, in: staging)
        checks.append { _ = try event(row.event, staging.scope, staging.unit.transaction) }
        return checks
    }

    /// Throws if an event named by a row was deleted since staging.
    func committing(_ staging: ImportStaging) throws {
        let isOrphaned = try staging.unit.transaction.exists(
            Self.orphanSQL, staging.scope.familyID, staging.importID)
        guard !isOrphaned else {
            throw ServiceError.ownerWent("An event")
        }
    }

    /// Returns the event that a row refers to, or `nil` if it names none.
    private func event(
        _ reference: EventReference?, _ scope: FamilyScope, _ transaction: ReadTransaction
    ) throws -> EventID? {
        if let key = reference?.key?.trimmed, !key.isEmpty {
            let found: EventID? = try transaction.first(Self.eventByKeySQL, scope.familyID, key) {
                try $0.identifier(0)
            }
            guard let found else {
                throw ServiceError.invalid("event_key", "No imported event has this key")
            }
            return found
        }
        guard let name = reference?.name?.trimmed, !name.isEmpty else { return nil }
        let found: [EventID] = try transaction.rows(
            Self.eventByNameSQL, scope.familyID, CaseFolding.fold(name)
        ) { try $0.identifier(0) }
        guard let event = found.first else {
            throw ServiceError.invalid("event", "No event of yours has this name")
        }
        guard found.count == 1 else {
            throw ServiceError.invalid("event", "Several events have this name; give the key")
        }
        return event
    }
}
