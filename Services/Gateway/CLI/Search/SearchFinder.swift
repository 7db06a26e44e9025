import Contracts
import ServiceKit

/// Searches in all services that have texts, side by side.
struct SearchFinder {
    let run: CommandRun

    /// Asks all services at once and combines their hits.
    func findings(_ request: SearchRequest) throws -> SearchFindings {
        let limit = try validated(request).limit
        let request = try request.knowing(aliases(request))
        let interactions = try run.beginReading(SearchRecords<SearchedInteractions>.self, request)
        let coaches = try run.beginReading(SearchRecords<SearchedCoaches>.self, request)
        let events = try run.beginReading(SearchRecords<SearchedEvents>.self, request)
        let posts = try run.beginReading(SearchRecords<SearchedPosts>.self, request)
        return SearchFindings(
            [
                try answer(interactions), try answer(coaches), try answer(events),
                try answer(posts),
            ], limit: limit)
    }

    /// The family's schools that words of the search name; none if nobody answers.
    private func aliases(_ request: SearchRequest) throws -> [SchoolAlias] {
        let query = FindSchoolAliases.Request(request.query.value ?? "")
        return try run.present { try run.response(of: FindSchoolAliases.self, query).aliases } ?? []
    }

    /// Refuses a search that cannot be read before any service is asked.
    private func validated(_ request: SearchRequest) throws -> SearchInput {
        do {
            let input = try request.validated()
            let now = run.clock.now()
            if let today = run.zone.moment(of: now)?.day { _ = try input.query.days(from: today) }
            return input
        } catch {
            throw CommandFailure(
                error.code, error.message, remedy: "How to write a search: compass search --help",
                errors: error.errors)
        }
    }

    /// The answer of one service; nil if it does not answer.
    private func answer<Texts: SearchedTexts>(
        _ asked: CommandRun.Preparation<SearchRecords<Texts>>
    ) throws -> (service: ServiceName, answer: SearchAnswer?) {
        (Texts.service, try run.present(asked))
    }
}
