import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension AddEvent {
    /// Stores the event. The creator and the family come from the passport (R-13, D-37).
    static func handle(
        _ input: EventInput, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> EventAnswer {
        let event = try event(of: input, scope, unit)
        try Event.table.store(event, unit.transaction)
        try unit.record(NewChange(EventsFeed.eventChanged, of: event))
        return EventAnswer(event: event)
    }

    /// Returns the event that a form describes.
    static func event(
        of input: EventInput, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> Event {
        try input.requireNew()
        guard let type = input.type, let name = input.name, let start = input.startDate else {
            throw ServiceError.invalid("name", EventRefusal.name)
        }
        let new = Event(
            id: .make(at: unit.now), familyUnitID: scope.familyID, userID: scope.userID,
            type: type, name: name, startDate: start, at: unit.now)
        var event = try new.applying(input)
        event.schoolName = try KnownSchools(scope, unit.transaction).require(event.schoolID)
        return event
    }
}

extension EditEvent {
    /// Sets the fields in the form and clears those that the form clears (EV-21, R-14). The
    /// version, if given, must be the current one. Writes nothing if no field changes.
    static func handle(
        _ input: EventInput, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> Response {
        let old = try input.current(.event, EventRepository(scope, unit.transaction).find)
        var event = try old.applying(input)
        if let school = input.schoolID, school != old.schoolID {
            event.schoolName = try KnownSchools(scope, unit.transaction).require(school)
        } else if event.schoolID == nil {
            event.schoolName = nil
        }
        let changes = try event.changes(since: old)
        guard !changes.isEmpty else { return Response(old, changes: []) }
        try event.storeNewVersion(unit)
        return Response(event, changes: changes)
    }
}

extension AttendEvent {
    /// Marks the event as attended (EV-10, EV-11).
    static func handle(
        _ input: ShowEvent.Request, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> Response {
        var event = try EventRepository(scope, unit.transaction).require(input.id)
        let changed = !event.attended
        if changed {
            event.attended = true
            try event.storeNewVersion(unit)
        }
        return Response(
            event: event, changed: changed, quickLog: try QuickLog(event, unit.transaction))
    }
}

extension Event {
    /// Returns the event with the properties in the form, without those it removes. The caller
    /// looks up the school's name. Throws if the last day precedes the first (D-44).
    func applying(_ input: EventInput) throws(ServiceError) -> Event {
        var event = self
        input.apply(to: &event)
        if event.lastDay < event.startDate { throw .invalid("end_date", EventRefusal.endDate) }
        return event
    }

    /// Stores the next version and records the change.
    fileprivate mutating func storeNewVersion(_ unit: UnitOfWork) throws {
        advance(at: unit.now)
        try Event.table.store(self, unit.transaction)
        try unit.record(NewChange(EventsFeed.eventChanged, of: self))
    }
}
