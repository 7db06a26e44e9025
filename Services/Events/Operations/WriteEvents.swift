import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension AddEvent {
    /// Stores the event. Creator and family come from the passport (R-13, D-37).
    static func handle(
        _ input: EventInput, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> EventAnswer {
        let scope = try context.requireFamily()
        let event = try event(of: input, scope, unit)
        try EventRepository.store(event, unit.transaction)
        try unit.record(EventChange.make(EventsFeed.eventChanged, event))
        return EventAnswer(event: event)
    }

    /// The event that a form makes.
    static func event(
        of input: EventInput, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> Event {
        guard input.id == nil, input.version == nil else {
            throw ServiceError.invalid(
                input.id == nil ? "version" : "id", "A new event has no id and no version")
        }
        guard let type = input.type, let name = input.name, let start = input.startDate else {
            throw ServiceError.invalid("name", EventRefusal.name)
        }
        var event = Event(
            id: .make(at: unit.now), familyUnitID: scope.familyID, userID: scope.userID,
            type: type, name: name, startDate: start, at: unit.now)
        try EventChanges.apply(input, to: &event)
        event.schoolName = try KnownSchools(scope, unit.transaction).require(event.schoolID)
        return event
    }
}

extension EditEvent {
    /// Changes what the form names, and clears what it takes away (EV-21, R-14). The version must
    /// be the one that the edit started from; with nothing to change, nothing is written.
    static func handle(
        _ input: EventInput, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> Response {
        let scope = try context.requireFamily()
        guard let id = input.id else {
            throw ServiceError.invalid("id", EventRefusal.event)
        }
        let old = try EventRepository(scope, unit.transaction).require(id)
        guard input.version == nil || input.version == old.version else {
            throw ServiceError(
                .staleVersion, "\(old.name) was changed since; show the event and try again")
        }
        var event = old
        try EventChanges.apply(input, to: &event)
        if let school = input.schoolID, school != old.schoolID {
            event.schoolName = try KnownSchools(scope, unit.transaction).require(school)
        } else if event.schoolID == nil {
            event.schoolName = nil
        }
        let changes = try EventChanges.between(old, event)
        guard !changes.isEmpty else { return Response(event: old, changes: []) }
        try event.storeNewVersion(unit)
        return Response(event: event, changes: changes)
    }
}

extension AttendEvent {
    /// Marks the event as attended (EV-10, EV-11).
    static func handle(
        _ input: ShowEvent.Request, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> Response {
        let scope = try context.requireFamily()
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
    /// Stores this as the next version and tells the feed.
    fileprivate mutating func storeNewVersion(_ unit: UnitOfWork) throws {
        version += 1
        updatedAt = unit.now
        try EventRepository.store(self, unit.transaction)
        try unit.record(EventChange.make(EventsFeed.eventChanged, self))
    }
}
