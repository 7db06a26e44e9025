public import Contracts

/// What a change of the events feed means for a replica of events.
public enum EventStep: Sendable {
    /// The event is there, new or as it is now.
    case stored(EventsFeed.EventPayload)
    /// The event is in the trash or gone.
    case removed(EventID, of: FamilyID)

    /// Returns the steps of a change, in order; none for changes of other records.
    public static func steps(of change: Change) throws -> [EventStep] {
        switch change.type {
        case EventsFeed.eventChanged, EventsFeed.eventRestored:
            return [.stored(try change.decodedPayload())]
        case EventsFeed.eventsImported:
            let imported: EventsFeed.EventsPayload = try change.decodedPayload()
            return imported.events.map { .stored($0) }
        case EventsFeed.eventDeleted:
            let event: EventsFeed.EventPayload = try change.decodedPayload()
            return [.removed(event.id, of: event.familyUnitID)]
        case EventsFeed.eventsRemoved:
            let removed: EventsFeed.RemovedPayload = try change.decodedPayload()
            return removed.ids.compactMap { EventID(text: $0) }
                .map { .removed($0, of: removed.familyUnitID) }
        default:
            return []
        }
    }
}
