public import Contracts
public import HTML

/// The page "Saved filters": those of the reader and those shared in the family, by list.
@Memberwise(labels: false)
public struct ViewsPage: Sendable {
    private let views: [SavedView]
    private let context: PageContext

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.page(SavedViewText.title, in: .settings, context) { html in
            html.pageHead(SavedViewText.title)
            if views.isEmpty {
                html.emptyState(
                    EmptyText(
                        title: "No saved filters",
                        line: "Set filters on a list, then choose \(SavedViewText.save)."))
            }
            for list in ViewedList.allCases {
                let found = views.enumerated().filter { $0.element.list == list }
                if !found.isEmpty { write(list, found.map { ($0.offset + 1, $0.element) }, &html) }
            }
            html.command(CommandLine.text(["views", "list"]))
        }
    }

    private func write(
        _ list: ViewedList, _ views: [(place: Int, view: SavedView)], _ html: inout HTMLWriter
    ) {
        html.sheet(list.section.label) { html in
            html(.ul, .class("mini")) { html in
                for (place, view) in views { html(.li) { write(view, place: place, to: &$0) } }
            }
        }
    }

    private func write(_ view: SavedView, place: Int, to html: inout HTMLWriter) {
        let isOwn = view.ownerID == context.userID
        html.icon(.filter)
        html(.div, .class("text")) { html in
            if view.problem == nil {
                html(.a, .href(Place.view(view))) { $0(.bdi, text: view.name) }
            } else {
                html(.bdi, text: view.name)
            }
            var words = view.list.words(for: view.filters)
            if !isOwn {
                words.append("by \(view.ownerName ?? "Unknown")")
            } else if view.isShared {
                words.append("shared in the family")
            }
            html(.small, .class("soft"), .dir(.auto), text: words.joined(separator: " · "))
            if let problem = view.problem {
                html(.small, text: "It can no longer be used: \(problem)")
            }
        }
        if isOwn {
            html.postForm(
                to: Place.removeView(view.id), context, class: "end", place: place
            ) { html in
                html(
                    .button, .class(ButtonStyle.plain.rawValue), .buttonType(.submit),
                    .ariaLabel("Remove \(view.name)"), text: "Remove")
            }
        }
    }
}
