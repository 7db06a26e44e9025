import Contracts
import DataServiceKit
import ServiceKit

/// Imports events. An event with the same name and first day is skipped.
struct EventImport: ImportPlan {
    static let table = ImportTable(
        MarkedTable("events"), importedType: EventsFeed.eventsImported,
        removedType: EventsFeed.eventsRemoved)

    let tables = [table]

    func stage(_ row: EventImportRow, in staging: ImportStaging) throws -> StagedRow {
        let (scope, unit) = (staging.scope, staging.unit)
        guard (row.key ?? "").count <= ImportLimit.keyMax else {
            throw ServiceError.invalid(
                "event_key", "A key must have \(ImportLimit.keyMax) characters or less")
        }
        let event = try AddEvent.event(of: try row.form.validated(), scope, unit)
        let repository = EventRepository(scope, unit.transaction)
        if let known = try repository.twin(of: event, staged: staging.importID) {
            return .skipped("\(event.name) on \(event.startDate) already exists")
                .named(row.key, known)
        }
        try Event.table.store(event, unit.transaction, mark: staging.mark)
        let record = StagedRecord(event.id, in: Self.table, json: try JSONCoding.encode(event))
        return .stored([record]).named(row.key, event.id)
    }

    /// Throws if a school named by a row was deleted since staging.
    func committing(_ staging: ImportStaging) throws {
        try DeletionTombstones(staging.scope.familyID, staging.unit.transaction)
            .requireOwners(ofImport: staging.importID, in: EventsOfDeleted.events)
    }
}
