import Contracts
import HTML
import HTTP
import ServiceKit
import WebPages

/// A list in a family.
struct ListOfFamily: Hashable {
    let family: FamilyID
    let list: ViewedList
}

/// What the content of a list's page depends on besides the operation's answer.
struct ShownList: Hashable {
    /// The most bytes of answers and contents kept.
    static let bytesMax = 16 * 1_048_576
    /// The most bytes of an answer whose content is made on the server's thread.
    static let answerBytesMax = 64 * 1_024

    let user: UserID
    let family: FamilyID
    let role: Role
    let mayLog: Bool
    let timeZone: String
    /// The path and the query.
    let target: String
    /// The saved filters that the page offers.
    let views: [SavedView]
}

extension Visit {
    /// Answers with the page of a list. Its content, which `content` makes, may depend on nothing
    /// but the operation's answer, the request, and the reader, role, zone and right to log of the
    /// context; it is kept while the answer stays the same. That of a long answer is made away from
    /// the server's thread, so that others need not wait.
    func keptListPage<Op: Contracts.Operation, Filter: ListFilter>(
        _ operation: Op.Type, _ request: ListRequest<Filter>,
        content: @Sendable (Result<Op.Response, ServiceError>, PageContext) -> PageContent
    ) async throws -> HTTPResponse where Op.Request == ListRequest<Filter> {
        do {
            try requireOnce(Filter.self)
        } catch {
            return refusal(error, try await listContext(Filter.self), content)
        }
        let sent = site.caller.sent(operation, payload: request.json, options: try options())
        let context = try await listContext(Filter.self)
        do {
            let json = try await sent.json()
            let shown: PageContent
            if json.count <= ShownList.answerBytesMax {
                shown = try shownContent(operation, json, context, content)
            } else {
                shown = try await shownContentApart(operation, json, context, content)
            }
            return HTTPResponse { $0.page(shown, context) }
        } catch let error as ServiceError where error.staysOnPage {
            return refusal(error, context, content)
        }
    }

    /// The page of a list that shows no rows, because of an error.
    private func refusal<Response>(
        _ error: ServiceError, _ context: PageContext,
        _ content: (Result<Response, ServiceError>, PageContext) -> PageContent
    ) -> HTTPResponse {
        HTTPResponse(HTTPStatus(of: error)) {
            $0.page(content(.failure(error), context), context)
        }
    }

    /// The context of a list's page, with the saved filters that the reader may use there.
    func listContext<Filter: ListFilter>(_ filter: Filter.Type) async throws -> PageContext {
        var context = try await context()
        if let list = Filter.viewedList {
            do {
                context.views = try await site.savedViews.answer(
                    to: ListOfFamily(family: family.familyUnitID, list: list),
                    for: statement.user.id
                ) {
                    try await call(ListViews.self, .init(list: list)).views
                }
            } catch let error as ServiceError where error.code != .unauthenticated {
                // Saved filters are not worth a failed page.
            }
        }
        return context
    }

    private func shownContent<Op: Contracts.Operation>(
        _ operation: Op.Type, _ json: [UInt8], _ context: PageContext,
        _ content: (Result<Op.Response, ServiceError>, PageContext) -> PageContent
    ) throws -> PageContent {
        try site.shownLists.value(shownList(context), of: json) {
            let answer = try JSONCoding.decodeResponse(Op.Response.self, from: json)
            let content = content(.success(answer), context)
            return (content, content.byteCount)
        }
    }

    @concurrent private func shownContentApart<Op: Contracts.Operation>(
        _ operation: Op.Type, _ json: [UInt8], _ context: PageContext,
        _ content: @Sendable (Result<Op.Response, ServiceError>, PageContext) -> PageContent
    ) async throws -> PageContent {
        try shownContent(operation, json, context, content)
    }

    private func shownList(_ context: PageContext) -> ShownList {
        .init(
            user: statement.user.id, family: family.familyUnitID, role: family.role,
            mayLog: context.mayLog, timeZone: statement.user.timeZone, target: request.target.raw,
            views: context.views)
    }
}
