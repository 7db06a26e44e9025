import Contracts
import ServiceKit

/// A page of a timeline, with the figures.
struct FoundTimeline {
    let timeline: Timeline
    /// The figures; nil if their service does not answer.
    let figures: TimelineFigures?
}

/// Asks all services that have entries of timelines, side by side.
struct TimelineFinder {
    let run: CommandRun

    /// Asks all services at once and merges their entries.
    func found(
        _ subject: TimelineSubject, after cursor: String?, limit: Int
    ) throws -> FoundTimeline {
        let request = TimelineRequest(
            subject, after: cursor, timeZone: run.zone.name, limit: limit)
        let contacts = try run.beginReading(ListTimeline<TimelineContacts>.self, request)
        let events = try run.beginReading(ListTimeline<TimelineEvents>.self, request)
        let posts = try run.beginReading(ListTimeline<TimelinePosts>.self, request)
        let figures = try run.beginReading(
            ShowTimelineFigures.self, .init(subject, timeZone: run.zone.name))
        let parts = [try answer(contacts), try answer(events), try answer(posts)]
        return FoundTimeline(
            timeline: Timeline(parts, limit: limit),
            figures: try run.present(figures)?.figures)
    }

    private func answer<Records: TimelineRecords>(
        _ asked: CommandRun.Preparation<ListTimeline<Records>>
    ) throws -> (service: ServiceName, answer: TimelineAnswer?) {
        (Records.service, try run.present(asked))
    }
}
