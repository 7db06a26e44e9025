public import Contracts
public import HTML

/// The page "History": who did what and when, newest first, with each changed field.
@Memberwise(labels: false)
public struct HistoryPage: Sendable {
    /// The number of changes on one page.
    public static let rowsPerPage = 50

    /// A part of the history.
    @Memberwise
    public struct Content: Sendable {
        /// The changes, newest first.
        public var entries: [HistoryEntry] = []
        /// The position at which older changes begin; nil at the end.
        public var next: ChangeID?
        /// The imports that can be undone.
        public var undoable: Set<OperationID> = []
        /// The services that did not answer, so that their changes are missing.
        public var away: [ServiceName] = []
    }

    private let content: Content
    /// The id of the record to which all changes belong, if any.
    private var record: String?
    /// Whether the page begins with the newest change.
    private var isFirst: Bool = true
    private let context: PageContext

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.page("History", in: .history, context) { html in
            html.pageHead(
                "History",
                below: {
                    $0(
                        .p, .class("sub"),
                        text: record == nil
                            ? "What happened in the family, newest first."
                            : "What happened to one record, newest first.")
                })
            if !content.away.isEmpty {
                html.banner(
                    .bad, title: "Server error",
                    "\(TrashWords.away(content.away)): some changes are missing here.",
                    action: ("Retry", address(after: nil)))
            }
            if content.entries.isEmpty, content.away.isEmpty {
                html.emptyState(
                    EmptyText(
                        title: "Nothing happened yet", line: "Every change appears here"))
            } else if !content.entries.isEmpty {
                html(.div, .class("sheet")) { html in
                    html.rows(Array(HistoryAction.all(of: content.entries).enumerated())) {
                        write($0.element, $0.offset, to: &$1)
                    }
                }
            }
            html.cursorPages(
                newest: isFirst ? nil : address(after: nil),
                older: content.next.map { address(after: $0) })
            html.command(CommandLine.text(record.map { ["history", $0] } ?? ["audit"]))
        }
    }

    private func write(_ action: HistoryAction, _ place: Int, to html: inout HTMLWriter) {
        let words = HistoryWords(action) { [zone = context.zone] in zone.text($0) }
        let entry = words.entry
        html.face(of: words.who)
        html(.div, .class("text")) { html in
            html(.p) { html in
                html(.b) { $0(.bdi, text: words.who) }
                html.text(" \(words.action) ")
                html(.bdi, text: words.what)
            }
            for change in words.changes {
                html(.p, .class("small")) { html in
                    html.text("\(change.label): ")
                    html(.bdi, text: change.before)
                    html.text(" → ")
                    html(.bdi, text: change.after)
                }
            }
            html(.small, .class("soft")) { html in
                html(
                    .time, .datetime(entry.occurredAt.text),
                    text: context.zone.text(entry.occurredAt))
            }
        }
        let imports = action.imports
        guard context.isPlayer, !imports.isEmpty, content.undoable.isSuperset(of: imports) else {
            return
        }
        html.postForm(to: Place.undo(imports), context, place: place) { html in
            html(
                .button, .class("btn"), .buttonType(.submit),
                .ariaLabel("Undo the import of \(words.what)")
            ) { html in
                html.icon(.undo)
                html.text("Undo")
            }
        }
    }

    private func address(after cursor: ChangeID?) -> WebAddress {
        var query: [WebAddress.QueryItem] = []
        if let record { query.append(.init("record", record)) }
        if let cursor { query.append(.init("cursor", cursor.text)) }
        return WebAddress("history", query: query)
    }
}
