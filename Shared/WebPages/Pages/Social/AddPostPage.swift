public import Contracts
public import HTML

/// What was typed into the form of a new post, and what is wrong with it.
public struct PostEntry: Sendable {
    /// The texts by the names of the request's fields.
    public var texts: [String: String] = [:]
    public var isRecruitingRelated = false
    /// Why the form was refused.
    public var error: ServiceError?

    /// The fields of the form that take text.
    public static let names = [
        "platform", "post_date", "post_content", "post_url", "author_name", "author_handle",
        "school_id", "coach_id", "sentiment", "engagement_count",
    ]

    /// An empty form: now.
    public init(at now: Instant, in zone: ReaderZone) {
        texts["post_date"] = zone.fieldText(now)
    }
}

/// The page "Add Post".
@Memberwise(labels: false)
public struct AddPostPage: Sendable {
    private static let title = "Add Post"

    private let entry: PostEntry
    /// The choices, by name.
    private let schools: [School]
    /// The choices, by name.
    private let coaches: [Coach]
    private let context: PageContext

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        let title = entry.error == nil ? Self.title : "Error: \(Self.title)"
        html.page(title, in: .social, context) { html in
            html.pageHead(
                Self.title,
                back: BackLink(text: "Back to \(PostListText.title)", address: Place.social))
            html.postForm(to: Place.addPost, context, class: "form") { html in
                html.refusal(entry.error, of: PostEntry.names.map { field($0) })
                html(.section, .class("sheet"), .ariaLabel("Details")) { writeFields(to: &$0) }
                html(.div, .class("submit")) { html in
                    html.submit(Self.title, busy: "Saving...")
                    html.linkButton("Cancel", to: Place.social)
                }
            }
        }
    }

    private func field(
        _ name: String, _ label: String = "", isOptional: Bool = true, max: Int? = nil
    ) -> FieldState {
        FieldState(
            name: name, label: label, value: entry.texts[name] ?? "",
            error: entry.error?.errors[name], isOptional: isOptional, max: max)
    }

    private func writeFields(to html: inout HTMLWriter) {
        html(.div, .class("pair")) { html in
            html.selectField(
                field("platform", FormLabel.network, isOptional: false),
                SocialPlatform.allCases.map { Choice(value: $0.rawValue, label: $0.label) },
                none: "Choose a network", isRequired: true)
            html.textField(
                field("post_date", FormLabel.time, isOptional: false), .dateTime,
                isRequired: true)
        }
        html.textArea(field("post_content", FormLabel.postText, max: PostLimit.contentMax))
        html(.div, .class("pair")) { html in
            html.textField(field("post_url", FormLabel.webAddress), .url)
            html.textField(field("author_name", FormLabel.author))
            html.textField(field("author_handle", FormLabel.handle))
            html.selectField(
                field("school_id", "School"),
                schools.map { Choice(value: $0.id.text, label: $0.name) }, none: "None")
            html.selectField(
                field("coach_id", "Coach"),
                coaches.map { Choice(value: $0.id.text, label: $0.fullName) }, none: "None")
            html.selectField(
                field("sentiment", "Sentiment"),
                Sentiment.allCases.map { Choice(value: $0.rawValue, label: $0.label) },
                none: "None")
            html.textField(
                field("engagement_count", FormLabel.engagement), .text, mode: .numeric)
        }
        html.switchRow(
            FormLabel.recruiting, name: "is_recruiting_related", value: "true",
            isOn: entry.isRecruitingRelated)
    }
}
