public import Contracts
public import HTML

extension PostFilter: PageFilter {
    public static let controls = FilterControls<PostFilter>(
        path: "social", placeholder: "Posts, authors...",
        selects: [
            (.platform, "Network", "All"), (.recruiting, "About", "Everything"),
            (.sentiment, "Sentiment", "Any"), (.days, "Time Period", "All time"),
        ], records: [.recruiting: [Choice(value: "true", label: "Recruiting")]])
}

/// The page "Social Feed": posts of coaches and programs, newest first (SA-29, SA-34).
public struct FeedPage: Sendable {
    /// The number of posts on one page.
    public static let rowsPerPage = 50
    /// The number of pages that can be turned.
    public static let pageMax = 200

    private let list: ListPage<ListPosts.Response>
    private let page: Int
    private var context: PageContext { list.context }
    private var filters: FilterForm<PostFilter> { list.filters }

    /// `result` has the posts up to the end of this page; `page` counts from 1.
    public init(
        _ result: Result<ListPosts.Response, ServiceError>, _ request: ListPosts.Request,
        page: Int, _ context: PageContext
    ) {
        list = ListPage(result, request, context)
        self.page = page
    }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        list.write(
            PostListText.title, in: .social, of: .posts, to: &html, actions: writeActions,
            rows: write)
    }

    private func writeActions(to html: inout HTMLWriter) {
        if context.serves(Place.analytics) {
            html.linkButton(AnalyticsText.title, to: Place.analytics, icon: .bars)
        }
        if context.isPlayer, context.serves(Place.addPost) {
            html.linkButton("Add Post", to: Place.addPost, .main, icon: .plus)
        }
    }

    private func write(_ answer: ListPosts.Response, to html: inout HTMLWriter) {
        html.rowCount(PostListText.count(answer.total))
        let shown = answer.posts.dropFirst((page - 1) * Self.rowsPerPage)
        if answer.total == 0 {
            writeEmptyState(isFiltered: answer.hasActiveFilters, to: &html)
        } else {
            if !shown.isEmpty {
                html(.div, .class("sheet")) { html in
                    html(.ul, .class("mini")) { html in
                        for post in shown {
                            html(.li, .id(post.id.text)) {
                                $0.post(post, isShort: false, context)
                            }
                        }
                    }
                }
            }
            html.pagination(
                page: page, of: Self.pageMax, rows: shown.count, of: answer.total,
                perPage: Self.rowsPerPage
            ) { page in
                let item = page > 1 ? [WebAddress.QueryItem("page", String(page))] : []
                return WebAddress("social", query: filters.query() + item)
            }
            if page >= Self.pageMax, answer.total > Self.pageMax * Self.rowsPerPage {
                html(.p, .class("soft"), text: "Filters show the older posts.")
            }
        }
        html.command(filters.command(["posts", "list"]))
    }

    private func writeEmptyState(isFiltered: Bool, to html: inout HTMLWriter) {
        guard isFiltered else {
            return html.emptyState(
                EmptyText(
                    title: PostListText.nothingYet,
                    line: "Posts of coaches and programs appear here"))
        }
        html.noMatches(PostListText.nothingMatches, unfiltered: Place.social)
    }
}
