import Contracts
import HTML

extension HTMLWriter {
    /// Writes a post as a row (SA-29): who, where and when, and what it says. A short one has the
    /// first lines.
    mutating func post(_ post: Post, isShort: Bool, _ context: PageContext) {
        self(.span, .class("disc plain"), .ariaHidden(true)) { $0.icon(post.platform.pageIcon) }
        self(.div, .class("text")) { html in
            html(.p) { html in
                html(.b) { $0(.bdi, text: post.authorText ?? "Unknown") }
                html.text(" ")
                if let school = post.schoolText {
                    html(.small, .class("soft")) { $0(.bdi, text: school) }
                }
            }
            if let content = post.postContent {
                html(.p, .class(isShort ? "preview" : "words"), .dir(.auto), text: content)
            }
            html(.small, .class("faint")) { html in
                html.text("\(post.platform.label) · ")
                html(.time, .datetime(post.postDate.text), text: context.zone.text(post.postDate))
                if !isShort, post.engagementCount > 0 {
                    html.text(" · \(HTMLWriter.grouped(post.engagementCount)) reactions")
                }
            }
            if !isShort { html.postLinks(post, context) }
        }
    }

    /// What the feed adds to a post: its tone, the ways to the school and to the network, and its
    /// deletion.
    private mutating func postLinks(_ post: Post, _ context: PageContext) {
        self(.div, .class("badges")) { html in
            if post.isRecruitingRelated { html.badge("Recruiting", .green) }
            if let sentiment = post.sentiment { html.badge(sentiment.label, sentiment.tone) }
            if let school = post.schoolID, let name = post.schoolName {
                html(
                    .a, .class("small reach"), .href(Place.school(school)), .dir(.auto),
                    text: name)
            }
            if let address = post.postURL.flatMap({ WebAddress(outside: $0) }) {
                html(
                    .a, .class("small reach"), .href(address), .rel(.external),
                    text: "Open on \(post.platform.label)")
            }
            let deletion = Place.post(post.id, "delete")
            if context.isPlayer, context.serves(deletion) {
                html(
                    .a, .class("small reach screen"), .href(deletion),
                    .ariaLabel("Delete the post by \(post.authorText ?? "Unknown")"),
                    text: "Delete")
            }
        }
    }
}

extension SocialPlatform {
    /// The icon on pages.
    var pageIcon: Icon {
        switch self {
        case .twitter: .at
        case .instagram: .camera
        }
    }
}
