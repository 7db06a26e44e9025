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
        let events = EventRepository(scope, unit.transaction)
        try checkKey(row.key, "event_key")
        if staging.updates,
            let known = try KnownRecord(id: row.form.id.value, key: row.key, in: events)
        {
            return try update(known, row, in: staging)
        }
        let event = try AddEvent.event(of: try row.form.validated(), scope, unit)
        let known = try events.twins(
            named: event.name, on: event.startDate, type: event.type, staged: staging.importID)
        if let first = known.first {
            guard staging.updates else {
                let name = "\(event.name) on \(event.startDate)"
                return try staging.repeated(first, key: row.key)
                    ?? .skipped("\(name) already exists").about(first).named(row.key, first)
            }
            guard known.count == 1 else {
                throw ServiceError.invalid(
                    "name", "The row may mean \(known.count) events; give the id")
            }
            return try update(KnownRecord(id: first, isByID: false), row, in: staging)
        }
        let record = try staging.store(event, Event.table, in: Self.table)
        return .stored([record]).named(row.key, event.id).about(event.id, named: event.name)
    }

    func checks(of row: EventImportRow, in staging: ImportStaging) -> [() throws -> Void] {
        var checks = formChecks(of: row, in: staging)
        checks.append { try checkKey(row.key, "event_key") }
        return checks
    }

    /// Throws if a school named by a row was deleted since staging.
    func committing(_ staging: ImportStaging) throws {
        try DeletionTombstones(staging.scope.familyID, staging.unit.transaction)
            .requireOwners(ofImport: staging.importID, in: EventsOfDeleted.events)
        try staging.requireSchools(
            KnownSchools(staging.scope, staging.unit.transaction).isThere)
    }

    // MARK: Updating

    /// Updates an event. The name by which it was found stays as it is written.
    private func update(
        _ known: KnownRecord<EventTag>, _ row: EventImportRow, in staging: ImportStaging
    ) throws -> StagedRow {
        if let repeated = try staging.repeated(known.id, key: row.key) { return repeated }
        let old = try EventRepository(staging.scope, staging.unit.transaction).require(known.id)
        var form = row.form
        form.id = FormField(known.id.text)
        if !known.isByID { form.name = FormField(nil) }
        var event = try old.applying(try form.validated())
        if event.schoolID != old.schoolID {
            event.schoolName = try KnownSchools(staging.scope, staging.unit.transaction)
                .require(event.schoolID)
        }
        return try staging.update(UpdatedEvents.self, old, to: event).named(row.key, known.id)
    }
}

/// Events that imports change.
enum UpdatedEvents: ImportTarget {
    typealias Records = EventRepository
    static let table = EventImport.table.table

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
        to before: Event, from current: Event, _ scope: FamilyScope,
        _ transaction: ReadTransaction
    ) throws -> String? {
        guard let school = before.schoolID, school != current.schoolID else { return nil }
        return try KnownSchools(scope, transaction).isThere(school)
            ? nil : "was at a school that is no longer there"
    }

    static func changes(from old: Event, to new: Event) throws -> [FieldChange] {
        try changes(from: old, to: new, school: \.schoolName)
    }
}
