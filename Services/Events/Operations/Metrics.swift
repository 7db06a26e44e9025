import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension ListMetrics {
    /// Lists all of the family's metrics, regardless of who recorded them.
    static func handle(
        _ input: ListInput<MetricFilter>, _ scope: FamilyScope, _ transaction: ReadTransaction
    ) throws -> Response {
        let repository = MetricRepository(scope, transaction)
        let events = EventRepository(scope, transaction)
        let filters = try input.chips { kind, id in
            kind == .event ? try events.find(EventID(id))?.name : nil
        }
        let metrics = try repository.list(input)
        let total = metrics.count == input.limit ? try repository.count(input) : metrics.count
        return Response(
            activeFilters: filters, metrics, sort: input.order, total: total)
    }
}

extension ShowPersonalBests {
    /// Returns the best value of each type and unit.
    static func handle(
        _ scope: FamilyScope, _ transaction: ReadTransaction
    ) throws -> Response {
        let repository = MetricRepository(scope, transaction)
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
    /// Stores the metric. A type may be recorded several times (EV-38).
    static func handle(
        _ input: MetricInput, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> Response {
        let event = try event(input.eventID, scope, unit)
        let metric = try metric(of: input, at: event, scope, unit)
        let warnings = try doubts(about: metric, since: nil, scope, unit)
        try Metric.table.store(metric, unit.transaction)
        try unit.record(NewChange(EventsFeed.metricAdded, of: metric))
        return Response(metric, warnings: warnings)
    }

    /// Returns warnings about a metric that is not stored yet, or about what an edit changes.
    fileprivate static func doubts(
        about metric: Metric, since old: Metric?, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> [String] {
        var doubts: [String] = []
        if metric.metricType != old?.metricType, MetricKind(rawValue: metric.metricType) == nil {
            let others = try MetricRepository(scope, unit.transaction).types()
            if let doubt = MetricDoubt.newType(metric.metricType, besides: others) {
                doubts.append(doubt)
            }
        }
        if let doubt = metric.doubt, doubt != old?.doubt { doubts.append(doubt) }
        return doubts
    }

    /// Returns the event that a form names; nil if it names none.
    fileprivate static func event(
        _ id: EventID?, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> Event? {
        guard let id else { return nil }
        guard let event = try EventRepository(scope, unit.transaction).find(id) else {
            throw ServiceError.invalid("event_id", EventRefusal.event)
        }
        return event
    }

    /// Returns the metric that a form describes. Its date defaults to the event's first day (D-41),
    /// and without an event to today in the family's time zone. Ids of metrics from a file preserve
    /// the order of its lines, since dates alone do not.
    static func metric(
        of input: MetricInput, at event: Event?, line: Int? = nil, _ scope: FamilyScope,
        _ unit: UnitOfWork
    ) throws -> Metric {
        try input.requireNew()
        guard let type = input.metricType, let value = input.value else {
            throw ServiceError.invalid("value", MetricForm.invalidValue)
        }
        let day =
            try input.recordedDate ?? event?.startDate
            ?? WallClock.day(
                of: unit.now,
                in: IdentityReplica.timeZone(of: scope.familyID, in: unit.transaction))
        return Metric(
            id: line.map { .make(at: unit.now, place: $0) } ?? .make(at: unit.now),
            familyUnitID: scope.familyID, userID: scope.userID,
            eventID: event?.id, eventName: event?.name, metricType: type, value: value,
            unit: input.unit ?? MetricKind.unit(of: type), recordedDate: day, notes: input.notes,
            verified: input.verified ?? false, createdAt: unit.now)
    }
}

extension EditMetric {
    /// Sets the fields in the form and clears those that the form clears. The version, if given,
    /// must be the current one. Writes nothing if no field changes. A usual unit follows the type
    /// unless the form has a unit; one that is cleared becomes the type's usual unit.
    static func handle(
        _ input: MetricInput, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> Response {
        let old = try input.current(.metric, MetricRepository(scope, unit.transaction).find)
        var metric = old
        input.apply(to: &metric)
        if metric.eventID != old.eventID {
            metric.eventName = try AddMetric.event(metric.eventID, scope, unit)?.name
        }
        let isUsual = !input.changes(\.unit) && old.unit == MetricKind.unit(of: old.metricType)
        if isUsual || metric.unit.isEmpty { metric.unit = MetricKind.unit(of: metric.metricType) }
        let changes = try metric.changes(since: old)
        guard !changes.isEmpty else { return Response(metric: old, changes: []) }
        let warnings = try AddMetric.doubts(about: metric, since: old, scope, unit)
        metric.advance(at: unit.now)
        try Metric.table.store(metric, unit.transaction)
        try unit.record(NewChange(EventsFeed.metricChanged, of: metric))
        return Response(metric: metric, changes: changes, warnings: warnings)
    }
}

extension DeleteMetric {
    static let message = "Metric deleted"

    /// Marks a metric as deleted (D-39).
    static func handle(
        _ input: Request, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> DeleteInteraction.Response {
        guard let metric = try MetricRepository(scope, unit.transaction).find(input.id),
            try unit.markDeleted(metric.id, in: MetricRepository.table, of: scope)
        else { throw ServiceError.notFound(.metric) }
        try unit.recordOperation(name, of: scope, counts: ["metrics": 1])
        try unit.record(NewChange(EventsFeed.metricDeleted, of: metric))
        return DeleteInteraction.Response(
            deleted: ["metrics": 1], message: message, operationID: unit.operationID)
    }
}
