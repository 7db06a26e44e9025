import DataServiceKit
import Storage

extension Migration {
    /// The replica of the events feed: ids and names.
    static let events = Migration("events", sql: EventsReplica.table.creationSQL)
}
