import Contracts
import HTML
import HTTP
import WebPages

extension Router {
    /// The social feed and its figures.
    mutating func addSocial(_ site: Site) {
        get(Place.social.text, site) { visit in
            var request = visit.listRequest(PostFilter.self)
            let number = visit.pageNumber(max: FeedPage.pageMax)
            request.limit = FormField(number * FeedPage.rowsPerPage)
            async let context = visit.listContext(PostFilter.self)
            let answer = try await visit.listed(ListPosts.self, filteredBy: request)
            let page = FeedPage(answer, request, page: number, try await context)
            return HTTPResponse(answer.status, page: page.write)
        }
        get(Place.analytics.text, site) { visit in
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
        }
        addPostDeletion(site)
    }

    private mutating func addPostDeletion(_ site: Site) {
        get("/social/{id}/delete", site, .posts) { visit, id in
            try await visit.page(showing: FindPosts.self, .init(ending: id.text)) {
                let post = try $0.posts.require(.post) { $0.id == id }
                return ConfirmationPage(deleting: post, $1).write
            }
        }
        post("/social/{id}/delete", site, .posts) { visit, id in
            let answer = try await visit.submit(DeletePost.self, .init(id: id))
            return Done.deleted.redirect(to: "social", undoing: answer.operationID)
        }
    }
}
