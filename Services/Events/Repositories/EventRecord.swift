import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// How the change feed tells of events: always the whole record, so that the audit has what was
/// there before a deletion and after a return.
enum EventChange {
    /// The kind of record.
    static let aggregate = "event"

    static func make(_ type: String, _ event: Event) throws -> NewChange {
        try NewChange(
            type, of: aggregate, event.id, version: Int64(event.version),
            family: event.familyUnitID, payload: event)
    }
}

/// How the change feed tells of metrics: always the whole record.
enum MetricChange {
    /// The kind of record.
    static let aggregate = "metric"

    static func make(_ type: String, _ metric: Metric) throws -> NewChange {
        try NewChange(
            type, of: aggregate, metric.id, family: metric.familyUnitID, payload: metric)
    }
}

extension QuickLog {
    /// What an event says in its family's zone (D-36).
    init(_ event: Event, _ transaction: ReadTransaction) throws {
        self.init(
            event, in: try IdentityReplica.timeZone(of: event.familyUnitID, in: transaction))
    }
}
