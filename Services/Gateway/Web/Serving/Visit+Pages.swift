import Contracts
import HTML
import HTTP
import ServiceKit
import WebPages

extension Visit {
    /// The page of an operation's answer, or of its failure. `content` makes what writes it.
    func page<Op: Contracts.Operation>(
        of operation: Op.Type, _ request: Op.Request,
        content: (Result<Op.Response, ServiceError>, PageContext) -> (inout HTMLWriter) -> Void
    ) async throws -> HTTPResponse {
        async let context = context()
        let answer = try await listed(operation, request)
        return HTTPResponse(answer.status, page: content(answer, try await context))
    }

    /// The page of a list with the filters of the address. `content` makes what writes it.
    func page<Op: Contracts.Operation, Filter: ListFilter>(
        ofList operation: Op.Type,
        content:
            (Result<Op.Response, ServiceError>, ListRequest<Filter>, PageContext) ->
            (inout HTMLWriter) -> Void
    ) async throws -> HTTPResponse where Op.Request == ListRequest<Filter> {
        let request = listRequest(Filter.self)
        async let context = listContext(Filter.self)
        let answer = try await listed(operation, filteredBy: request)
        return HTTPResponse(answer.status, page: content(answer, request, try await context))
    }
}

extension Sequence {
    /// The first element that meets a condition. Throws what a record that is not there gets.
    func require(
        _ subject: ErrorSubject, where isWanted: (Element) -> Bool
    ) throws(ServiceError) -> Element {
        guard let found = first(where: isWanted) else { throw .notFound(subject) }
        return found
    }
}
