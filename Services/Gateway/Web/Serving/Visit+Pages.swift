import Contracts
import HTML
import HTTP
import ServiceKit
import WebPages

extension Visit {
    /// The page of an operation's answer, whose failure has a page of its own. `content` makes what
    /// writes it. A form that comes back keeps its `key`.
    func page<Op: Contracts.Operation>(
        showing operation: Op.Type, _ request: Op.Request, _ status: HTTPStatus = .ok,
        key: IdempotencyKey? = nil,
        content: (Op.Response, PageContext) throws -> (inout HTMLWriter) -> Void
    ) async throws -> HTTPResponse {
        async let context = context(key: key)
        let answer = try await call(operation, request)
        return HTTPResponse(status, page: try content(answer, try await context))
    }

    /// The page of what an operation lists, with a form that was refused unless `error` is nil.
    func page<Op: Contracts.Operation>(
        showing operation: Op.Type, refusing error: ServiceError?,
        content: (Op.Response, PageContext) -> (inout HTMLWriter) -> Void
    ) async throws -> HTTPResponse where Op.Request == EmptyRequest {
        async let context = context()
        let answer = try await call(operation, EmptyRequest())
        return HTTPResponse(refusing: error, page: content(answer, try await context))
    }
}

extension Site {
    /// The page of an operation's answer, or of its failure. `content` makes what writes it.
    func page<Op: Contracts.Operation>(
        of operation: Op.Type, request: @escaping @Sendable (Visit) -> Op.Request,
        content:
            @escaping @Sendable (Result<Op.Response, ServiceError>, PageContext) -> (
                inout HTMLWriter
            ) -> Void
    ) -> Route.Handler {
        page { visit in
            async let context = visit.context()
            let answer = try await visit.listed(operation, request(visit))
            return HTTPResponse(answer.status, page: content(answer, try await context))
        }
    }

    /// The page of a list with the filters of the address. `content` makes what writes it.
    func listPage<Op: Contracts.Operation, Filter: ListFilter>(
        _ operation: Op.Type,
        content:
            @escaping @Sendable (
                Result<Op.Response, ServiceError>, ListRequest<Filter>, PageContext
            ) -> (inout HTMLWriter) -> Void
    ) -> Route.Handler where Op.Request == ListRequest<Filter> {
        page { visit in
            let request = visit.listRequest(Filter.self)
            async let context = visit.listContext(Filter.self)
            let answer = try await visit.listed(operation, filteredBy: request)
            return HTTPResponse(answer.status, page: content(answer, request, try await context))
        }
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
