import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// All SQL about the metrics of one family.
@Memberwise(labels: false)
struct MetricRepository: FamilyReading {
    static let table = MarkedTable("metrics")
    static let columns = """
        \(Metric.table.selection)
        \(table.joined(with: "events", by: "event_id")) AND events.deleted_at IS NULL
        """
    private static let verification = """
        CASE WHEN metrics.verified THEN 'verified' ELSE 'unverified' END
        """
    private static let conditions = FilterConditions<MetricFilter>(parametersFrom: 3) { filter in
        switch filter {
        case .search: .contains("metrics.search_text")
        case .eventID: .equal("metrics.event_id")
        case .verification: .equal(verification)
        }
    }
    private static let conditionsSQL = """
        WHERE metrics.family_unit_id = ?1 AND metrics.deleted_at IS NULL\(conditions.sql)
        """
    static let countSQL = "SELECT count(*) FROM metrics \(conditionsSQL) LIMIT ?2"
    static let showSQL = table.presentSQL(columns)
    static let anySQL = table.anySQL(columns)
    static let byEventSQL =
        table.presentSQL(columns, by: "event_id") + " ORDER BY metrics.recorded_date, metrics.id"
    static let byOperationSQL = table.markedSQL(columns)
    static let countByEventSQL = """
        SELECT count(*) FROM metrics
        WHERE family_unit_id = ?1 AND event_id = ?2 AND deleted_at IS NULL
        """
    static let markByEventSQL = """
        UPDATE metrics SET deleted_at = ?3, operation_id = ?4
        WHERE family_unit_id = ?1 AND event_id = ?2 AND deleted_at IS NULL
        """

    static let typesSQL = """
        SELECT DISTINCT metric_type FROM metrics
        WHERE family_unit_id = ?1 AND deleted_at IS NULL ORDER BY metric_type
        """

    static func rowsSQL(by order: MetricOrder) -> String {
        let direction = order == .newest ? "DESC" : "ASC"
        return """
            SELECT \(columns)
            \(conditionsSQL)
            ORDER BY metrics.recorded_date \(direction), metrics.id \(direction) LIMIT ?2
            """
    }

    private let family: FamilyID
    private let transaction: ReadTransaction

    /// The metrics that match the filters.
    func list(_ input: ListInput<MetricFilter>) throws -> [Metric] {
        try transaction.rows(
            Self.rowsSQL(by: input.order), values: values(input, limit: input.limit),
            map: Metric.table.record)
    }

    /// The number of metrics that match the filters, regardless of the limit.
    func count(_ input: ListInput<MetricFilter>) throws -> Int {
        try transaction.count(Self.countSQL, values: values(input, limit: nil))
    }

    private func values(_ input: ListInput<MetricFilter>, limit: Int?) -> [any SQLBindable] {
        [family, limit ?? -1] + Self.conditions.values(of: input)
    }

    /// The metrics of an event, oldest first.
    func list(at event: EventID) throws -> [Metric] {
        try transaction.rows(Self.byEventSQL, family, event, map: Metric.table.record)
    }

    func count(at event: EventID) throws -> Int {
        try transaction.count(Self.countByEventSQL, family, event)
    }

    /// The types of the family's metrics.
    func types() throws -> [String] {
        try transaction.rows(Self.typesSQL, family) { try $0.text(0) }
    }

    /// Returns one metric of the family, or `nil`.
    func find(_ id: MetricID) throws -> Metric? {
        try transaction.first(Self.showSQL, family, id, map: Metric.table.record)
    }

    /// Returns one metric, deleted or not.
    func findAny(_ id: MetricID) throws -> Metric? {
        try transaction.first(Self.anySQL, family, id, map: Metric.table.record)
    }

    /// Returns the metrics that an operation deleted.
    func deleted(by operation: OperationID) throws -> [Metric] {
        try transaction.rows(Self.byOperationSQL, family, operation, map: Metric.table.record)
    }
}

extension MetricRepository {
    /// Marks the metrics of an event as deleted by this command. Returns how many.
    static func delete(at event: EventID, _ scope: FamilyScope, _ unit: UnitOfWork) throws -> Int {
        Int(
            try unit.transaction.execute(
                markByEventSQL, scope.familyID, event, unit.now, unit.operationID))
    }
}
