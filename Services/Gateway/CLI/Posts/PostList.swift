import CommandKit
import Contracts
import ServiceKit

/// The list of posts as text: filter chips, rows and count.
struct PostList {
    let answer: Caller.Answer
    let run: CommandRun

    var result: CommandResult {
        .page(
            of: ListPosts.self, answer, run, rowsKey: "posts", \.posts, id: \.id.text,
            table: { Self.table($0, run) }, text: { Self.table($0, run).text($1) },
            heading: heading, footer: footer)
    }

    private func heading(_ page: ListPosts.Response, _ traits: TerminalTraits) -> [String] {
        [TextStyle.bold.applied(to: "Posts", traits)]
            + FilterChips(page.activeFilters, of: PostFilter.self, zone: run.zone)
            .lines(traits, above: page.total, clearing: run.line("posts", "list"))
    }

    private func footer(_ page: ListPosts.Response, _ traits: TerminalTraits) -> [String] {
        var lines: [String] = []
        if page.total == 0 {
            lines =
                page.hasActiveFilters
                ? [
                    PostListText.nothingMatches.title, PostListText.nothingMatches.line,
                    "\(PostListText.nothingMatches.action): " + run.line("posts", "list"),
                ]
                : [PostListText.nothingYet, "Import some: " + run.line("posts", "import", "FILE")]
        }
        lines.append(PostListText.count(page.total))
        if page.posts.count < page.total { lines.append("\(page.posts.count) shown") }
        guard traits.isTerminal else { return lines }
        return lines.flatMap { TextWrap.wrapped($0, columns: traits.columns) }
    }

    /// The rows as a table.
    static func table(_ posts: [Post], _ run: CommandRun) -> TextTable {
        var table = TextTable([
            .init("ID"), .init("Date"), .init("Platform"), .init("Author", shrinksTo: 8),
            .init("School", shrinksTo: 8), .init("Recruiting"), .init("Sentiment"),
            .init("Content", shrinksTo: 12),
        ])
        for post in posts {
            table.append([
                .id(post.id),
                .time(post.postDate, in: run.zone),
                .init(post.platform.rawValue, shown: post.platform.label),
                .init(post.authorText ?? ""), .init(post.schoolText ?? ""),
                .init(
                    post.isRecruitingRelated ? "yes" : "no",
                    shown: post.isRecruitingRelated ? "yes" : ""),
                .init(
                    post.sentiment?.rawValue ?? "", shown: post.sentiment?.label ?? "",
                    post.sentiment?.postStyle),
                .init(post.postContent ?? ""),
            ])
        }
        return table
    }

    /// One post.
    static func card(of post: Post, _ run: CommandRun) -> Card {
        var card = Card()
        card.field("ID", post.id.text)
        card.field("Platform", post.platform.label)
        card.field("Date", run.zone.text(post.postDate))
        card.field("Author", post.authorText ?? "")
        card.field("School", post.schoolText ?? "")
        card.field("Recruiting", post.isRecruitingRelated ? "yes" : "no")
        card.field("Sentiment", post.sentiment?.label)
        card.field("Engagement", "\(post.engagementCount)")
        card.field("Address", post.postURL)
        card.field("Content", post.postContent)
        return card
    }

    /// The beginning of the post's text, or its platform if it has none.
    static func preview(of post: Post, characters: Int) -> String {
        post.postContent?.shortened(to: characters) ?? post.platform.label + " post"
    }
}

extension Sentiment {
    /// The style of a post's sentiment (SA-15, T-08).
    var postStyle: TextStyle {
        switch self {
        case .veryPositive: .green
        case .positive: .blue
        case .neutral: .faint
        case .negative: .red
        }
    }
}
