import Contracts
import DataServiceKit
import Storage

/// The replica of the events feed, used to check that an event belongs to the family (D-03).
struct EventsReplica: Replica {
    static let table = NamesTable("events")

    var producer: ServiceName { .events }

    func apply(_ change: Change, in transaction: WriteTransaction) throws {
        for step in try EventStep.steps(of: change) {
            switch step {
            case .stored(let event):
                try Self.table.store(
                    event.name, of: event.id, event.familyUnitID, in: transaction)
            case .removed(let id, let family):
                try Self.table.remove(id, family, in: transaction)
            }
        }
    }

    func clear(in transaction: WriteTransaction) throws {
        try Self.table.clear(in: transaction)
    }
}
