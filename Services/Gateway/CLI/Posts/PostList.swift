import CommandKit
import Contracts
import ServiceKit

/// The feed in text: chips, rows, count.
struct PostList {
    let answer: Caller.Answer
    let run: CommandRun

    var result: CommandResult {
        let page = run.page(ListPosts.Response.self, answer)
        return CommandResult(
            json: answer.json, rowsKey: "posts", ids: { try page().posts.map(\.id.text) },
            rows: { Self.table(try page().posts, run) },
            text: { traits in Self.table(try page().posts, run).text(traits) },
            heading: { traits in heading(try page(), traits) },
            footer: { traits in footer(try page(), traits) })
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
                    "No posts match your filters", "Try adjusting your search or filters",
                    "Clear Filters: " + run.line("posts", "list"),
                ]
                : ["No posts yet", "Import some: " + run.line("posts", "import", "FILE")]
        }
        lines.append("\(CountedNoun.text(page.total, "posts")) found")
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
                .init(post.id.text, shown: RecordNames.short(post.id.text)),
                .init(post.postDate.text, shown: run.zone.text(post.postDate)),
                .init(post.platform.rawValue, shown: post.platform.label),
                .init(author(of: post)), .init(school(of: post)),
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
        card.field("Author", author(of: post))
        card.field("School", school(of: post))
        card.field("Recruiting", post.isRecruitingRelated ? "yes" : "no")
        card.field("Sentiment", post.sentiment?.label)
        card.field("Engagement", "\(post.engagementCount)")
        card.field("Address", post.postURL)
        card.field("Content", post.postContent)
        return card
    }

    private static func author(of post: Post) -> String {
        guard let handle = post.authorHandle else { return post.authorName ?? "" }
        // Stored with or without the sign.
        return handle.hasPrefix("@") ? handle : "@" + handle
    }

    /// SA-26, X-28
    private static func school(of post: Post) -> String {
        post.schoolID == nil ? "" : post.schoolName ?? FilterRecord.school.unknownLabel
    }

    /// The beginning of what a post says, or else what it is.
    static func preview(of post: Post, characters: Int) -> String {
        guard let content = post.postContent else { return post.platform.label + " post" }
        return content.count > characters ? content.prefix(characters - 1) + "…" : content
    }
}

extension Sentiment {
    /// How posts show it (SA-15, T-08).
    var postStyle: TextStyle {
        switch self {
        case .veryPositive: .green
        case .positive: .blue
        case .neutral: .faint
        case .negative: .red
        }
    }
}
