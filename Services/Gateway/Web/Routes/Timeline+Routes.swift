import Contracts
import HTML
import HTTP
import WebPages

extension Router {
    /// The timelines of coaches and schools.
    mutating func addTimelines(_ site: Site) {
        addTimeline(of: .coaches, site, ShowCoach.self, TimelineSubject.coach) {
            $0.coach.fullName
        }
        addTimeline(of: .schools, site, ShowSchool.self, TimelineSubject.school) {
            $0.school.name
        }
    }

    private mutating func addTimeline<Tag: SendableMetatype, Show: Contracts.Operation>(
        of pages: RecordPages<Tag>, _ site: Site, _ show: Show.Type,
        _ subject: @escaping @Sendable (Identifier<Tag>) -> TimelineSubject,
        name: @escaping @Sendable (Show.Response) -> String
    ) where Show.Request == RecordRequest<Tag> {
        get("/\(pages.path)/{id}/timeline", site, pages) { visit, id in
            async let context = visit.context()
            async let content = visit.timelinePage(subject(id))
            let name = name(try await visit.call(show, .init(id: id)))
            let page = TimelinePage(name, try await content, try await context)
            return HTTPResponse(page: page.write)
        }
    }
}

extension Visit {
    /// The page that the address names. A text that is not a cursor means the beginning.
    fileprivate func timelinePage(_ subject: TimelineSubject) async throws -> TimelineContent {
        let cursor = request.query["cursor"].flatMap { TimelineCursor(text: $0)?.text }
        return try await timeline(subject, after: cursor, limit: TimelinePage.rowsPerPage)
    }

    /// Asks all services that have entries of timelines at once. The figures belong to the first
    /// page. A service that is away leaves its part out.
    func timeline(
        _ subject: TimelineSubject, after cursor: String? = nil,
        limit: Int = TimelineLimit.entriesUsual
    ) async throws -> TimelineContent {
        let zone = statement.user.timeZone
        let request = TimelineRequest(subject, after: cursor, timeZone: zone, limit: limit)
        async let contacts = answer(TimelineContacts.self, request)
        async let events = answer(TimelineEvents.self, request)
        async let posts = answer(TimelinePosts.self, request)
        let figures =
            cursor == nil
            ? try await present {
                try await call(ShowTimelineFigures.self, .init(subject, timeZone: zone)).figures
            } : nil
        let answers = try await [contacts, events, posts]
        return TimelineContent(
            subject: subject, cursor: cursor, timeline: Timeline(answers, limit: limit),
            figures: figures)
    }

    private func answer<Records: TimelineRecords>(
        _ records: Records.Type, _ request: TimelineRequest
    ) async throws -> (service: ServiceName, answer: TimelineAnswer?) {
        (
            Records.service,
            try await present { try await call(ListTimeline<Records>.self, request) }
        )
    }

    /// What a service answers; nil if it does not answer.
    private func present<Value: Sendable>(
        _ body: () async throws -> Value
    ) async throws -> Value? {
        do {
            return try await body()
        } catch let error as ServiceError where error.code.isRetryable {
            return nil
        }
    }
}
