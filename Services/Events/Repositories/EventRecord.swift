import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension QuickLog {
    /// Creates the quick-log defaults of an event, in its family's time zone (D-36).
    init(_ event: Event, _ transaction: ReadTransaction) throws {
        self.init(
            event, in: try IdentityReplica.timeZone(of: event.familyUnitID, in: transaction))
    }
}
