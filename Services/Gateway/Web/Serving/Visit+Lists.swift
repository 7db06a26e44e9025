import Contracts
import HTML
import HTTP
import ServiceKit
import WebPages

/// What the content of a list's page depends on besides the operation's answer.
struct ShownList: Hashable {
    /// The most bytes of answers and contents kept.
    static let bytesMax = 16 * 1_048_576

    let user: UserID
    let family: FamilyID
    let role: Role
    let timeZone: String
    /// The path and the query.
    let target: String
    /// The saved filters that the page offers.
    let views: [SavedView]
}

extension Visit {
    /// Answers with the page of a list. Its content, which `content` makes, may depend on nothing
    /// but the operation's answer, the request, and the reader, role and zone of the context; it is
    /// kept while the answer stays the same.
    func listPage<Op: Contracts.Operation, Filter: ListFilter>(
        _ operation: Op.Type, _ request: ListRequest<Filter>,
        content: (Result<Op.Response, ServiceError>, PageContext) -> PageContent
    ) async throws -> HTTPResponse where Op.Request == ListRequest<Filter> {
        async let asked = listContext(Filter.self)
        do {
            let json = try await site.caller.response(
                of: operation, payload: request.json, options: try options())
            let context = try await asked
            let shown = try site.shownLists.value(shownList(context.views), of: json) {
                let answer = try JSONCoding.decodeResponse(Op.Response.self, from: json)
                let content = content(.success(answer), context)
                return (content, content.byteCount)
            }
            return HTTPResponse { $0.page(shown, context) }
        } catch let error as ServiceError where error.staysOnPage {
            let context = try await asked
            return HTTPResponse(HTTPStatus(of: error)) {
                $0.page(content(.failure(error), context), context)
            }
        }
    }

    /// The context of a list's page, with the saved filters that the reader may use there.
    func listContext<Filter: ListFilter>(_ filter: Filter.Type) async throws -> PageContext {
        async let asked = context()
        var views: [SavedView] = []
        if let list = Filter.viewedList {
            do {
                views = try await call(ListViews.self, .init(list: list)).views
            } catch let error as ServiceError where error.code != .unauthenticated {
                // Saved filters are not worth a failed page.
            }
        }
        var context = try await asked
        context.views = views
        return context
    }

    private func shownList(_ views: [SavedView]) -> ShownList {
        .init(
            user: statement.user.id, family: family.familyUnitID, role: family.role,
            timeZone: statement.user.timeZone, target: request.target.raw, views: views)
    }
}
