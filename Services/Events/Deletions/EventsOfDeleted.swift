import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Reports to the feed the events that are deleted and restored with a school, together with their
/// coaches and metrics. Deleting a coach does not change events: the attendance record remains
/// (D-25). When coaches are merged, their presences are (`PresencesOfMerged`).
struct EventsOfDeleted: DeletionObserver {
    static let events = DependentTable("events", school: "school_id")
    static let coaches = DependentTable("event_coaches", partOf: "events", by: "event_id")
    static let metrics = DependentTable("metrics", partOf: "events", by: "event_id")

    /// The tables that take part in deletions; parts follow the table they belong to.
    static let participant = DeletionParticipant(
        [events, coaches, metrics], observer: EventsOfDeleted(), merging: PresencesOfMerged(),
        hasImports: true)

    func marked(_ ids: [RecordID], _ step: DeletionBatch) throws {
        switch step.table.type {
        case Self.events.type: try tell(EventsFeed.eventDeleted, events: ids, step)
        case Self.metrics.type: try tell(EventsFeed.metricDeleted, metrics: ids, step)
        default: break
        }
    }

    /// Events are restored before their coaches, whose return is reported as a change of the event.
    func restored(_ ids: [RecordID], _ step: DeletionBatch) throws {
        switch step.table.type {
        case Self.events.type: try tell(EventsFeed.eventRestored, events: ids, step)
        case Self.metrics.type: try tell(EventsFeed.metricRestored, metrics: ids, step)
        default:
            let presences = PresenceRepository(step.family, step.unit.transaction)
            let events = try Set(ids.compactMap { try presences.event(of: $0) }).sorted()
            try tell(EventsFeed.eventChanged, events: events, step)
        }
    }

    private func tell(_ type: String, events ids: [RecordID], _ step: DeletionBatch) throws {
        let repository = EventRepository(step.family, step.unit.transaction)
        for id in ids {
            guard let event = try repository.findAny(EventID(id)) else { continue }
            try step.unit.record(NewChange(type, of: event))
        }
    }

    private func tell(_ type: String, metrics ids: [RecordID], _ step: DeletionBatch) throws {
        let repository = MetricRepository(step.family, step.unit.transaction)
        for id in ids {
            guard let metric = try repository.findAny(MetricID(id)) else { continue }
            try step.unit.record(NewChange(type, of: metric))
        }
    }
}
