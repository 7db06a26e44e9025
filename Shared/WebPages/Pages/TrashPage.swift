public import Contracts
public import HTML

/// The page "Trash": each deletion, with the days left to restore it, and each undone import.
@Memberwise(labels: false)
public struct TrashPage: Sendable {
    /// From this many days on, the time left is shown as a warning.
    static let warningDays = 3

    private let operations: [UndoableOperation]
    /// The services that did not answer, so that their records are missing.
    private var away: [ServiceName] = []
    private let context: PageContext

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.page("Trash", in: .trash, context) { html in
            html.pageHead(
                "Trash",
                subtitle: "What was deleted comes back for 30 days, with everything that went "
                    + "with it. An import that was undone does not.")
            if !away.isEmpty {
                html.banner(
                    .bad, title: "Server error",
                    "\(TrashWords.away(away)): some records are missing here.",
                    action: ("Retry", Place.trash))
            }
            if operations.isEmpty, away.isEmpty {
                html.emptyState(
                    EmptyText(title: TrashWords.empty.title, line: TrashWords.empty.line))
            } else if !operations.isEmpty {
                html(.div, .class("sheet")) { html in
                    html(.ul, .class("mini")) { html in
                        for (place, operation) in operations.enumerated() {
                            html(.li) { write(operation, place, to: &$0) }
                        }
                    }
                }
            }
            html.command(CommandLine.text(["trash", "list"]))
        }
    }

    private func write(
        _ operation: UndoableOperation, _ place: Int, to html: inout HTMLWriter
    ) {
        let what = TrashWords.what(operation)
        html(.span, .class("disc plain"), .ariaHidden(true)) { $0.icon(operation.pageIcon) }
        html(.div, .class("text")) { html in
            html(.strong, .dir(.auto), text: what)
            html(.small, .class("soft")) { html in
                let verb = operation.effect == .added ? "Undone" : "Deleted"
                let actor = operation.actor == context.userID ? "you" : operation.actorName
                html.text("\(verb) by ")
                html(.bdi, text: actor ?? "Unknown")
                html.text(" · \(context.zone.text(operation.deletedAt))")
                if let days = TrashWords.daysLeft(operation, at: context.now) {
                    html.text(" · ")
                    html(
                        .b, .class(days <= Self.warningDays ? "late" : nil),
                        text: "\(CountedNoun.text(days, "days")) left")
                }
            }
        }
        // X-04: parents change nothing.
        guard context.isPlayer, operation.isUndoable else { return }
        html.postForm(to: Place.undo(operation.id), context, place: place) { html in
            html(
                .button, .class("btn"), .buttonType(.submit), .ariaLabel("Restore \(what)")
            ) { html in
                html.icon(.undo)
                html.text("Restore")
            }
        }
    }
}

extension UndoableOperation {
    /// The icon of what was deleted.
    fileprivate var pageIcon: Icon {
        if effect == .added { return .upload }
        let main = ["schools", "coaches", "events", "interactions"].first { counts[$0] ?? 0 > 0 }
        return switch main {
        case "schools": .flag
        case "coaches": .people
        case "events": .calendar
        default: .chats
        }
    }
}
