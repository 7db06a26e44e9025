import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Changes of events in the feed. The payload is always the whole record, so that the audit trail
/// has its state before a deletion and after a restoration.
enum EventChange {
    static let aggregate = "event"

    static func make(_ type: String, _ event: Event) throws -> NewChange {
        try NewChange(
            type, of: aggregate, event.id, version: Int64(event.version),
            family: event.familyUnitID, payload: event)
    }
}

/// Changes of metrics in the feed. The payload is always the whole record.
enum MetricChange {
    static let aggregate = "metric"

    static func make(_ type: String, _ metric: Metric) throws -> NewChange {
        try NewChange(
            type, of: aggregate, metric.id, version: Int64(metric.version),
            family: metric.familyUnitID, payload: metric)
    }
}

extension QuickLog {
    /// Creates the quick-log defaults of an event, in its family's time zone (D-36).
    init(_ event: Event, _ transaction: ReadTransaction) throws {
        self.init(
            event, in: try IdentityReplica.timeZone(of: event.familyUnitID, in: transaction))
    }
}
