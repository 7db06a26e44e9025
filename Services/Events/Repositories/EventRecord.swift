import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Changes of events in the feed. The payload is always the whole record, so that the audit trail
/// has its state before a deletion and after a restoration.
enum EventChange {
    static let aggregate = EventTag.noun

    static func make(_ type: String, _ event: Event) throws -> NewChange {
        try NewChange(type, of: event)
    }
}

extension QuickLog {
    /// Creates the quick-log defaults of an event, in its family's time zone (D-36).
    init(_ event: Event, _ transaction: ReadTransaction) throws {
        self.init(
            event, in: try IdentityReplica.timeZone(of: event.familyUnitID, in: transaction))
    }
}
