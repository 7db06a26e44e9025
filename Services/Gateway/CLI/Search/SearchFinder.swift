import Contracts
import ServiceKit

/// Searches in all services that have texts, side by side.
struct SearchFinder {
    let run: CommandRun

    /// Asks all services at once and combines their hits.
    func findings(_ request: SearchRequest) throws -> SearchFindings {
        let limit = try validated(request).limit
        let request = try request.knowing(aliases(request))
        let interactions = try asked(SearchedInteractions.self, request)
        let coaches = try asked(SearchedCoaches.self, request)
        let events = try asked(SearchedEvents.self, request)
        let posts = try asked(SearchedPosts.self, request)
        return SearchFindings(
            [
                try answer(interactions), try answer(coaches), try answer(events),
                try answer(posts),
            ], limit: limit)
    }

    /// The family's schools that words of the search name; none if nobody answers.
    private func aliases(_ request: SearchRequest) throws -> [SchoolAlias] {
        let query = FindSchoolAliases.Request(request.query.value ?? "")
        do {
            return try run.decoded(
                FindSchoolAliases.Response.self, try run.read(FindSchoolAliases.self, query)
            ).aliases
        } catch let failure as CommandFailure where failure.isAbsence {
            return []
        }
    }

    /// Refuses a search that cannot be read before any service is asked.
    private func validated(_ request: SearchRequest) throws -> SearchInput {
        do {
            let input = try request.validated()
            let now = run.clock.now()
            if let today = run.zone.civilDay(of: now) { _ = try input.query.days(from: today) }
            return input
        } catch {
            var failure = CommandFailure(error.code, error.message)
            failure.errors = error.errors
            failure.remedy = "How to write a search: compass search --help"
            throw failure
        }
    }

    private func asked<Texts: SearchedTexts>(
        _ texts: Texts.Type, _ request: SearchRequest
    ) throws -> CommandRun.Preparation<SearchRecords<Texts>> {
        try run.beginReading(SearchRecords<Texts>.self, payload: try run.encoded(request))
    }

    /// The answer of one service; nil if it does not answer.
    private func answer<Texts: SearchedTexts>(
        _ asked: CommandRun.Preparation<SearchRecords<Texts>>
    ) throws -> (service: ServiceName, answer: SearchAnswer?) {
        do {
            return (Texts.service, try run.decoded(SearchAnswer.self, try run.finish(asked)))
        } catch let failure as CommandFailure where failure.isAbsence {
            return (Texts.service, nil)
        }
    }
}
