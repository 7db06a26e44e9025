public import Contracts
public import HTML

/// The page "Follow-ups": the coaches to contact, by when (N-10, N-11, N-18).
@Memberwise(labels: false)
public struct QueuePage: Sendable {
    static let nobody = EmptyText(title: FollowUpText.nobody, line: FollowUpText.wayIn)

    private let answer: Result<ListFollowUps.Response, ServiceError>
    private let context: PageContext

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.page("Follow-ups", in: .queue, context) { html in
            html.pageHead(
                "Follow-ups",
                subtitle: context.isPlayer
                    ? "Coaches to contact. What you decide holds until the next contact."
                    : "Coaches to contact, for each athlete.")
            switch answer {
            case .success(let queue): write(queue.followUps, to: &html)
            case .failure(let error): html.loadFailure(error, "The queue", retry: Place.queue)
            }
            html.command(CommandLine.text(["queue", "list"]))
        }
    }

    private func write(_ rows: [FollowUp], to html: inout HTMLWriter) {
        guard !rows.isEmpty else { return html.emptyState(Self.nobody) }
        var first = 0
        for group in FollowUpGroup.allCases {
            let part = rows.filter { $0.group == group }
            guard !part.isEmpty else { continue }
            html(.section, .class("sheet")) { html in
                html(.div, .class("split")) { html in
                    html(.h2, text: group.label)
                    html(
                        .span, .class("small faint"),
                        text: CountedNoun.text(part.count, "coaches"))
                }
                html.followUpRows(part, at: .queue, first: first, context)
            }
            first += part.count
        }
    }
}
