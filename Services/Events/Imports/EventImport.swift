import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Imports events. An event with the same name and first day is skipped, or updated in an import
/// that updates records.
struct EventImport: ImportPlan {
    static let table = ImportTable(
        EventRepository.table, importedType: EventsFeed.eventsImported,
        removedType: EventsFeed.eventsRemoved)

    let tables = [table]
    var updates: ImportUpdates? { ImportUpdates(UpdatedEvents.self) }

    func stage(_ row: EventImportRow, in staging: ImportStaging) throws -> StagedRow {
        let (scope, unit) = (staging.scope, staging.unit)
        try checkKey(row)
        if staging.updates, let id = try named(row, in: staging) {
            return try update(id, isByID: true, row, in: staging)
        }
        let event = try AddEvent.event(of: try row.form.validated(), scope, unit)
        let known = try EventRepository(scope, unit.transaction).twins(
            named: event.name, on: event.startDate, type: event.type, staged: staging.importID)
        if let first = known.first {
            guard staging.updates else {
                if let line = try staging.line(of: first) {
                    return .same(as: line, first).named(row.key, first)
                }
                return .skipped("\(event.name) on \(event.startDate) already exists")
                    .about(first).named(row.key, first)
            }
            guard known.count == 1 else {
                throw ServiceError.invalid(
                    "name", "The row may mean \(known.count) events; give the id")
            }
            return try update(first, isByID: false, row, in: staging)
        }
        try Event.table.store(event, unit.transaction, mark: staging.mark)
        let record = StagedRecord(event.id, in: Self.table, json: try JSONCoding.encode(event))
        return .stored([record]).named(row.key, event.id).about(event.id, named: event.name)
    }

    func checks(of row: EventImportRow, in staging: ImportStaging) -> [() throws -> Void] {
        var checks = formChecks(of: row, in: staging)
        checks.append { try checkKey(row) }
        return checks
    }

    private func checkKey(_ row: EventImportRow) throws(ServiceError) {
        guard (row.key ?? "").count <= ImportLimit.keyMax else {
            throw ServiceError.invalid(
                "event_key", "A key must have \(ImportLimit.keyMax) characters or less")
        }
    }

    /// Throws if a school named by a row was deleted since staging.
    func committing(_ staging: ImportStaging) throws {
        try DeletionTombstones(staging.scope.familyID, staging.unit.transaction)
            .requireOwners(ofImport: staging.importID, in: EventsOfDeleted.events)
        let schools = KnownSchools(staging.scope, staging.unit.transaction)
        for text in try staging.newReferences(in: "school_id") {
            guard let id = SchoolID(text: text), try schools.isThere(id) else {
                throw ServiceError(
                    .conflict,
                    "A school in this file was deleted in the meantime; import it again")
            }
        }
    }

    // MARK: Updating

    /// Returns the event that a row means by its id or its key in an archive; `nil` if it has no
    /// id. Throws if it has one that is not the family's.
    private func named(_ row: EventImportRow, in staging: ImportStaging) throws -> EventID? {
        let events = EventRepository(staging.scope, staging.unit.transaction)
        if let text = row.form.id.value?.trimmed, !text.isEmpty {
            guard let id = EventID(text: text) else {
                throw ServiceError.invalid("id", "This is not the id of an event")
            }
            guard try events.find(id) != nil else {
                throw ServiceError.invalid("id", "Your family has no event with this id")
            }
            return id
        }
        guard let id = row.key.flatMap({ EventID(text: $0.trimmed) }), try events.find(id) != nil
        else { return nil }
        return id
    }

    /// Updates an event. The name by which it was found stays as it is written.
    private func update(
        _ id: EventID, isByID: Bool, _ row: EventImportRow, in staging: ImportStaging
    ) throws -> StagedRow {
        if let line = try staging.line(of: id) { return .same(as: line, id).named(row.key, id) }
        let old = try EventRepository(staging.scope, staging.unit.transaction).require(id)
        var form = row.form
        form.id = FormField(id.text)
        if !isByID { form.name = FormField(nil) }
        let input = try form.validated()
        var event = old
        try event.apply(input)
        if event.schoolID != old.schoolID {
            event.schoolName = try KnownSchools(staging.scope, staging.unit.transaction)
                .require(event.schoolID)
        }
        return try staging.update(UpdatedEvents.self, old, to: event).named(row.key, id)
    }
}

/// Events that imports change.
enum UpdatedEvents: ImportTarget {
    static let table = EventImport.table.table

    static func find(
        _ id: EventID, _ scope: FamilyScope, _ transaction: ReadTransaction
    ) throws -> Event? { try EventRepository(scope, transaction).find(id) }

    static func store(
        _ changed: Event, _ scope: FamilyScope, _ unit: UnitOfWork, _ mark: ImportMark
    ) throws {
        var event = changed
        event.schoolName = try event.schoolID.flatMap {
            try KnownSchools(scope, unit.transaction).name(of: $0)
        }
        try Event.table.store(event, unit.transaction)
        try unit.record(mark.on(NewChange(EventsFeed.eventChanged, of: event)))
    }

    static func obstacle(
        to before: Event, _ scope: FamilyScope, _ transaction: ReadTransaction
    ) throws -> String? {
        guard let school = before.schoolID else { return nil }
        return try KnownSchools(scope, transaction).isThere(school)
            ? nil : "was at a school that is no longer there"
    }

    static func changes(from old: Event, to new: Event) throws -> [FieldChange] {
        try changes(from: old, to: new, school: \.schoolName)
    }
}
