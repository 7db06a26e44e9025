import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension ListEvents {
    /// Lists all of the family's events, regardless of who added them.
    static func handle(
        _ input: ListInput<EventFilter>, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> Response {
        let scope = try context.requireFamily()
        let repository = EventRepository(scope, transaction)
        let selection = try EventSelection(input, context, transaction)
        let schools = KnownSchools(scope, transaction)
        let filters = try input.chips { kind, id in
            kind == .school ? try schools.name(of: SchoolID(id)) : nil
        }
        let events = try repository.list(selection)
        let total =
            events.count == selection.limit ? try repository.count(selection) : events.count
        return Response(
            activeFilters: filters, events, sort: selection.order, total: total)
    }
}

extension ShowEvent {
    /// Returns an event with everything its page shows (EV-01).
    static func handle(
        _ input: Request, _ scope: FamilyScope, _ transaction: ReadTransaction
    ) throws -> Response {
        let event = try EventRepository(scope, transaction).require(input.id)
        return Response(
            event: event,
            coaches: try PresenceRepository(scope.familyID, transaction).cards(at: event.id),
            availableCoaches: try KnownSchools(scope, transaction).available(
                at: event.schoolID, for: event.id),
            metrics: try MetricRepository(scope, transaction).list(at: event.id),
            quickLog: try QuickLog(event, transaction))
    }
}

extension ListAvailableCoaches {
    /// Returns the coaches of the event's school who are not recorded yet (EV-26).
    static func handle(
        _ input: ShowEvent.Request, _ scope: FamilyScope, _ transaction: ReadTransaction
    ) throws -> Response {
        let event = try EventRepository(scope, transaction).require(input.id)
        return Response(
            availableCoaches: try KnownSchools(scope, transaction).available(
                at: event.schoolID, for: event.id))
    }
}
