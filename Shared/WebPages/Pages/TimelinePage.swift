import Contracts
public import HTML

/// The page with the whole timeline of a coach or a school (N-46).
@Memberwise(labels: false)
public struct TimelinePage: Sendable {
    /// The number of entries on one page.
    public static let rowsPerPage = 50

    /// The name of the coach or the school.
    private let name: String
    private let content: TimelineContent
    private let context: PageContext

    private var isFirst: Bool { content.cursor == nil }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        let title = "\(TimelineText.title) of \(name)"
        html.page(title, in: section, context) { html in
            html.pageHead(
                title, back: BackLink(text: "Back to \(name)", address: content.place))
            html.timelineAbsence(content, retry: content.address(after: content.cursor))
            if let figures = content.figures, !figures.sentences(.family).isEmpty {
                html(.section, .class("sheet")) {
                    $0.timelineFigures(figures, title: "Contacts", context)
                }
            }
            html.sheet(isFirst ? "All entries" : "Older entries") { html in
                html.timelineEntries(content, context)
            }
            html.cursorPages(
                newest: isFirst ? nil : content.address(),
                older: content.timeline.next.map { content.address(after: $0) })
            html.command(command)
        }
    }

    private var section: Section {
        switch content.subject {
        case .coach: .coaches
        case .school: .schools
        }
    }

    private var command: String {
        switch content.subject {
        case .coach: CommandLine.text(["timeline", name])
        case .school: CommandLine.text(["timeline", "--school", name])
        }
    }
}
