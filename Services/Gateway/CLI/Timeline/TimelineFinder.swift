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
        let contacts = try asked(TimelineContacts.self, request)
        let events = try asked(TimelineEvents.self, request)
        let posts = try asked(TimelinePosts.self, request)
        let figures = try run.beginReading(
            ShowTimelineFigures.self,
            payload: try run.encoded(
                ShowTimelineFigures.Request(subject, timeZone: run.zone.name)))
        let parts = [try answer(contacts), try answer(events), try answer(posts)]
        return FoundTimeline(
            timeline: Timeline(parts, limit: limit),
            figures: try present {
                try run.decoded(ShowTimelineFigures.Response.self, try run.finish(figures))
            }?.figures)
    }

    private func asked<Records: TimelineRecords>(
        _ records: Records.Type, _ request: TimelineRequest
    ) throws -> CommandRun.Preparation<ListTimeline<Records>> {
        try run.beginReading(ListTimeline<Records>.self, payload: try run.encoded(request))
    }

    private func answer<Records: TimelineRecords>(
        _ asked: CommandRun.Preparation<ListTimeline<Records>>
    ) throws -> (service: ServiceName, answer: TimelineAnswer?) {
        (
            Records.service,
            try present { try run.decoded(TimelineAnswer.self, try run.finish(asked)) }
        )
    }

    /// What a service answers; nil if it does not answer.
    private func present<Value>(_ body: () throws -> Value) throws -> Value? {
        do {
            return try body()
        } catch let failure as CommandFailure where failure.isAbsence {
            return nil
        }
    }
}
