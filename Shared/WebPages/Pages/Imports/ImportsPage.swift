public import Contracts
public import HTML
import Imports

/// The page "Import": the kinds of records that a file can bring.
public struct ImportsPage: Sendable {
    /// The rows of files that wait for the reader.
    private let kept: [KeptImport]
    private let context: PageContext

    public init(_ kept: [KeptImport], _ context: PageContext) {
        self.kept = kept
        self.context = context
    }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.page("Import", in: .imports, context) { html in
            html.pageHead(
                "Import",
                below: { html in
                    html(
                        .p, .class("sub"),
                        text: "Bring the records that you keep in a spreadsheet, as .xlsx or CSV.")
                })
            if !kept.isEmpty {
                html.sheet("Waiting for you") { $0.rows(kept) { write($0, to: &$1) } }
            }
            html(.div, .class("sheet")) { html in
                html.rows(ImportKind.onPages) { write($0, to: &$1) }
            }
            html(
                .p, .class("small soft"),
                text: "Without a list of contacts of your own, schools come first, then coaches, "
                    + "and then what refers to them. Each import can be undone as a whole.")
        }
    }

    private func write(_ kept: KeptImport, to html: inout HTMLWriter) {
        html(.div, .class("text")) { html in
            html(.a, .class("whole"), .href(Place.keptImport(kept.id))) { html in
                html(.bdi, text: kept.name)
            }
            html(
                .small, .class("soft"),
                text: "\(CountedNoun.text(kept.rowCount, "rows")) not imported yet, kept until "
                    + context.zone.text(kept.expiresAt))
        }
        html.icon(.right)
    }

    private func write(_ kind: ImportKind, to html: inout HTMLWriter) {
        html(.span, .class("disc plain"), .ariaHidden(true)) { $0.icon(kind.pageIcon) }
        html(.div, .class("text")) { html in
            html(
                .a, .class("whole"), .href(Place.importing(kind)),
                text: kind.choice)
            html(.small, .class("soft"), text: kind.summary)
        }
        html.icon(.right)
    }
}

extension ImportKind {
    /// The kinds with a page, in the order in which a family imports them.
    public static let onPages: [ImportKind] = [
        .log, .schools, .coaches, .events, .interactions, .metrics, .posts,
    ]

    /// What the page calls the kind.
    fileprivate var choice: String {
        self == .log
            ? "Our own spreadsheet (contacts log)"
            : rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }

    /// The title of the page of the kind.
    var pageTitle: String {
        self == .log ? "Import our own spreadsheet" : "Import \(rawValue)"
    }

    fileprivate var pageIcon: Icon {
        switch self {
        case .log: .file
        case .schools: .flag
        case .coaches: .people
        case .interactions: .chats
        case .events: .calendar
        case .metrics: .medal
        case .posts: .bubble
        }
    }

    var fileLabel: String {
        self == .posts ? "Workbook, CSV or JSON Lines file" : "Workbook (.xlsx) or CSV file"
    }

    /// The types of files that browsers offer.
    var acceptedFiles: String {
        ".csv,.xlsx,text/csv,text/plain,\(Self.workbookType)"
            + (self == .posts ? ",.jsonl,.ndjson,application/json" : "")
    }

    private static let workbookType =
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

    /// What happens to rows that cannot be imported, as the end of a sentence.
    var rule: String {
        "a row that cannot be read waits for you, and the others are imported "
            + (self == .posts ? "one by one" : "together")
    }

    /// What happens to rows of records that are there, or that refer to others.
    var summary: String {
        switch self {
        case .schools: "Schools that your family already has are skipped, or updated."
        case .coaches:
            "Coaches of the same name at the same school are skipped, or updated."
        case .interactions: "Their schools and coaches must already be your family’s."
        case .events:
            "Events of the same name that begin on the same day are skipped, or updated."
        case .metrics: "A metric names its event, or has none."
        case .posts: "Posts that were imported before are skipped."
        case .log: "A row for each contact: schools and coaches are found or added."
        }
    }
}
