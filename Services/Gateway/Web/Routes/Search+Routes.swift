import Contracts
import HTML
import HTTP
import WebPages

extension Router {
    /// The search of everything.
    mutating func addSearch(_ site: Site) {
        get(Place.search.text, site) { visit in
            let query = visit.request.query["query"] ?? ""
            async let context = visit.context()
            let found = query.isEmpty ? nil : try await visit.search(query)
            let page = SearchPage(query, found, try await context)
            return HTTPResponse(page: page.write)
        }
    }
}

extension Visit {
    /// Asks all services that have texts at once. A search that cannot be read is a result, too;
    /// the other failures of all services are thrown.
    fileprivate func search(
        _ query: String
    ) async throws -> Result<SearchFindings, ServiceError> {
        let request = SearchRequest(query, timeZone: statement.user.timeZone)
        do {
            _ = try request.validated()
            let request = request.knowing(try await aliases(query))
            async let interactions = answer(SearchedInteractions.self, request)
            async let coaches = answer(SearchedCoaches.self, request)
            async let events = answer(SearchedEvents.self, request)
            async let posts = answer(SearchedPosts.self, request)
            let answers = try await [interactions, coaches, events, posts]
            return .success(SearchFindings(answers, limit: SearchLimit.hitsUsual))
        } catch let error as ServiceError where error.code == .validationFailed {
            return .failure(error)
        }
    }

    /// The family's schools that words of the search name; none if nobody answers.
    private func aliases(_ query: String) async throws -> [SchoolAlias] {
        do {
            return try await call(FindSchoolAliases.self, .init(query)).aliases
        } catch let error as ServiceError where error.code.isRetryable {
            return []
        }
    }

    /// The answer of one service; nil if it does not answer.
    private func answer<Texts: SearchedTexts>(
        _ texts: Texts.Type, _ request: SearchRequest
    ) async throws -> (service: ServiceName, answer: SearchAnswer?) {
        do {
            return (Texts.service, try await call(SearchRecords<Texts>.self, request))
        } catch let error as ServiceError where error.code.isRetryable {
            return (Texts.service, nil)
        }
    }
}
