import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension ListMetrics {
    /// The family's metrics, whoever of the family recorded them.
    static func handle(
        _ input: ListInput<MetricFilter>, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> Response {
        let scope = try context.requireFamily()
        let repository = MetricRepository(scope, transaction)
        let events = EventRepository(scope, transaction)
        let filters = try input.chips { kind, id in
            kind == .event ? try events.find(EventID(id))?.name : nil
        }
        let metrics = try repository.list(input)
        let total = metrics.count == input.limit ? try repository.count(input) : metrics.count
        return Response(
            activeFilters: filters, metrics: metrics, sort: input.order, total: total)
    }
}

extension ShowPersonalBests {
    /// The best of each type and unit.
    static func handle(
        _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> Response {
        let repository = MetricRepository(try context.requireFamily(), transaction)
        return Response(
            bests: PersonalBests.of(try repository.list(try .init(oldestFirst: ()))))
    }
}

extension ListInput<MetricFilter> {
    /// All metrics, oldest first.
    fileprivate init(oldestFirst: Void) throws(ServiceError) {
        self = try ListRequest<MetricFilter>(eventID: nil).validated()
    }
}

extension AddMetric {
    /// Stores the metric. Several of one type are welcome (EV-38).
    static func handle(
        _ input: MetricInput, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> Response {
        let scope = try context.requireFamily()
        var event: Event?
        if let id = input.eventID {
            event = try EventRepository(scope, unit.transaction).find(id)
            guard event != nil else {
                throw ServiceError.invalid("event_id", EventRefusal.event)
            }
        }
        let metric = try metric(of: input, at: event, scope, unit)
        try MetricRepository.insert(metric, unit.transaction)
        try unit.record(MetricChange.make(EventsFeed.metricAdded, metric))
        return Response(metric: metric)
    }

    /// The metric that a form makes: on the event's first day unless the form says otherwise
    /// (D-41), without an event today in the family's zone. Those of a file's lines keep their
    /// order, since a day has no order of its own.
    static func metric(
        of input: MetricInput, at event: Event?, line: Int? = nil, _ scope: FamilyScope,
        _ unit: UnitOfWork
    ) throws -> Metric {
        let day =
            try input.recordedDate ?? event?.startDate
            ?? WallClock.day(
                of: unit.now,
                in: IdentityReplica.timeZone(of: scope.familyID, in: unit.transaction))
        return Metric(
            id: line.map { .make(at: unit.now, place: $0) } ?? .make(at: unit.now),
            familyUnitID: scope.familyID, userID: scope.userID,
            eventID: event?.id, eventName: event?.name, metricType: input.metricType,
            value: input.value, unit: input.unit, recordedDate: day, notes: input.notes,
            verified: input.verified, createdAt: unit.now)
    }
}

extension DeleteMetric {
    /// What the answer says.
    static let message = "Metric deleted"

    /// Deletes a metric by a mark (D-39).
    static func handle(
        _ input: Request, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> DeleteInteraction.Response {
        let scope = try context.requireFamily()
        guard let metric = try MetricRepository(scope, unit.transaction).find(input.id),
            try unit.markDeleted(metric.id, in: MetricRepository.table, of: scope)
        else { throw ServiceError.notFound("Metric") }
        try unit.recordOperation(name, of: scope, counts: ["metrics": 1])
        try unit.record(MetricChange.make(EventsFeed.metricDeleted, metric))
        return DeleteInteraction.Response(
            deleted: ["metrics": 1], message: message, operationID: unit.operationID)
    }
}
