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
                async let context = visit.context()
                let answer = try await visit.listed(ListPosts.self, request)
                let page = FeedPage(answer, request, page: number, try await context)
                return HTTPResponse(answer.status, page: page.write)
            })
        get(
            Place.analytics.text,
            site.page { visit in
                var request = SocialAnalytics.Request(
                    timeZone: visit.statement.user.timeZone)
                let range = visit.request.query["range"]
                request.range = FormField(range)
                async let context = visit.context()
                let answer = try await visit.listed(SocialAnalytics.self, request)
                let page = AnalyticsPage(answer, range: range, try await context)
                return HTTPResponse(answer.status, page: page.write)
            })
    }
}
