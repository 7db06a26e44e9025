import Contracts
import HTML
import HTTP
import WebPages

extension Visit {
    /// Runs the handler of one record's page. A record that is not there, or that the reader may
    /// not see, gets the same page.
    func found(
        _ noun: String, _ section: Section, _ list: WebAddress,
        _ body: () async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        do {
            return try await body()
        } catch let error as ServiceError where error.code == .notFound && error.subject != .family
        {
            let page = try await MissingPage(
                noun, section, backTo: section.label, list, context())
            return HTTPResponse(.notFound, page: page.write)
        }
    }

    /// The answer to a list's request, or why the page shows none. Failures that concern the reader
    /// and not the list are thrown.
    func listed<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request
    ) async throws -> Result<Op.Response, ServiceError> {
        do {
            return .success(try await call(operation, request))
        } catch let error as ServiceError where error.staysOnPage {
            return .failure(error)
        }
    }

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
        let answer = try await listed(operation, request)
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

extension Result where Failure == ServiceError {
    /// The status of a page that shows the answer or the failure.
    var status: HTTPStatus {
        switch self {
        case .success: .ok
        case .failure(let error): HTTPStatus(of: error)
        }
    }
}
