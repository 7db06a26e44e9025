import Contracts
import HTML
import HTTP
import WebPages

extension Router {
    /// The social feed and its figures.
    mutating func addSocial(_ site: Site) {
        get(
            Place.social.text,
            site.page { visit in
                var request = visit.listRequest(PostFilter.self)
                let asked = visit.request.query["page"].flatMap { Int($0) } ?? 1
                let number = min(max(asked, 1), FeedPage.pageMax)
                request.limit = FormField(number * FeedPage.rowsPerPage)
                async let context = visit.listContext(PostFilter.self)
                let answer = try await visit.listed(ListPosts.self, filteredBy: request)
                let page = FeedPage(answer, request, page: number, try await context)
                return HTTPResponse(answer.status, page: page.write)
            })
        get(
            Place.analytics.text,
            site.page { visit in
                var request = SocialAnalytics.Request(
                    timeZone: visit.statement.user.timeZone)
                let ranges = visit.request.query.values("range")
                request.range = FormField(ranges.first)
                async let context = visit.context()
                let answer: Result<SocialAnalytics.Response, ServiceError> =
                    ranges.count > 1
                    ? .failure(.invalid("range", RepeatedItem.refusal(of: "range")))
                    : try await visit.listed(SocialAnalytics.self, request)
                let page = AnalyticsPage(answer, range: ranges.first, try await context)
                return HTTPResponse(answer.status, page: page.write)
            })
        addPostDeletion(site)
    }

    private mutating func addPostDeletion(_ site: Site) {
        get(
            "/social/{id}/delete",
            site.page { visit in
                try await visit.post { id in
                    async let context = visit.context()
                    let found = try await visit.call(
                        FindPosts.self, .init(ending: id.text))
                    let post = try found.posts.require(.post) { $0.id == id }
                    let page = ConfirmationPage(deleting: post, try await context)
                    return HTTPResponse(page: page.write)
                }
            })
        post(
            "/social/{id}/delete",
            site.page { visit in
                try await visit.post { id in
                    let answer = try await visit.call(
                        DeletePost.self, .init(id: id), key: try visit.formKey)
                    return Done.deleted.redirect(to: "social", undoing: answer.operationID)
                }
            })
    }
}

extension Visit {
    /// Runs the handler of one post's page. One that is not there gets the usual page.
    fileprivate func post(
        _ body: (PostID) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        try await found("Post", .social, Place.social) { try await body(try id(.post)) }
    }
}
