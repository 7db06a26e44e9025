import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Tells the feed when events go along with a school, with their coaches and metrics, or come back.
/// A deleted coach takes nothing along: whoever was there was there (D-25).
struct EventsOfDeleted: DeletionObserver {
    static let events = DependentTable("events", school: "school_id")
    static let coaches = DependentTable("event_coaches", partOf: "events", by: "event_id")
    static let metrics = DependentTable("metrics", partOf: "events", by: "event_id")

    /// What the service takes part with; parts stand behind what they are parts of.
    static let participant = DeletionParticipant(
        [events, coaches, metrics], observer: EventsOfDeleted(), hasImports: true)

    func marked(_ ids: [RecordID], _ step: DeletionBatch) throws {
        switch step.table.type {
        case Self.events.type: try tell(EventsFeed.eventDeleted, events: ids, step)
        case Self.metrics.type: try tell(EventsFeed.metricDeleted, metrics: ids, step)
        default: break
        }
    }

    /// Events come back before their coaches, who are told of as a change of theirs.
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
            try step.unit.record(EventChange.make(type, event))
        }
    }

    private func tell(_ type: String, metrics ids: [RecordID], _ step: DeletionBatch) throws {
        let repository = MetricRepository(step.family, step.unit.transaction)
        for id in ids {
            guard let metric = try repository.findAny(MetricID(id)) else { continue }
            try step.unit.record(MetricChange.make(type, metric))
        }
    }
}
