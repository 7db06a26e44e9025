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
