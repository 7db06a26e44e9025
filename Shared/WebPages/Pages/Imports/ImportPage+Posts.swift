public import Contracts
import HTML
public import Imports

/// A file of posts that was checked or imported.
@Memberwise
public struct SentPosts: Sendable {
    /// The name as the browser sent it.
    public var name: String
    /// The columns; nil for JSON Lines.
    public var columns: ImportColumns?
    /// The sheet, if the file is a workbook.
    public var sheet: ReadSheet?
    /// The keys of JSON Lines that are not imported.
    public var ignoredKeys: [String] = []
    /// The texts that stand for no value of their fields.
    public var unread: UnreadWords = UnreadWords()
    public let summary: FinishPostImport.Response
    /// The number of rows whose coach is unknown; they have none.
    public let unknownCoachCount: Int
    /// Why the rest of the file was not imported; nil if all of it was.
    public let failure: ServiceError?
    /// The refused rows of a table, which can be kept; nil if there are none, or if they are too
    /// long.
    public var waiting: WaitingRows?
}

extension SentPosts {
    var lineCount: Int { summary.new + summary.duplicates + summary.rejected }

    var isRefused: Bool { failure != nil || summary.rejected > 0 }

    /// Whether the file was checked and has something to import.
    var isReady: Bool { summary.isCheck && summary.new > 0 }
}

/// What the page says about a file of posts.
extension ImportPage {
    func writeBanner(_ posts: SentPosts, to html: inout HTMLWriter) {
        let summary = posts.summary
        let new = kind.counted(summary.new)
        let duplicates =
            summary.duplicates == 0
            ? nil : "\(CountedNoun.text(summary.duplicates, "rows")) already there and left out."
        if let failure = posts.failure {
            html.failure(
                failure,
                FailureText.explained(
                    failure,
                    "\(new) imported before that. Import the file again: they are left out then."))
        } else if summary.rejected > 0 {
            html.banner(
                .bad, title: "\(summary.rejected) of \(posts.lineCount) rows cannot be imported",
                summary.isCheck
                    ? "Nothing was changed. Fix the file, or import the other rows."
                    : "\(new) imported. Fix the rows and import the file again: what is there is "
                        + "left out.")
        } else if summary.new == 0 {
            writeNothingNew(to: &html)
        } else {
            html.banner(
                .good, title: "\(new) \(summary.isCheck ? "ready" : "imported")", duplicates)
        }
    }

    func write(_ posts: SentPosts, to html: inout HTMLWriter) {
        let summary = posts.summary
        if !summary.rejectedRows.isEmpty { writeRefusals(summary, to: &html) }
        if !summary.duplicateLines.isEmpty { writeDuplicates(summary, to: &html) }
        if !posts.ignoredKeys.isEmpty {
            html(.p, .class("soft")) { html in
                html.text("Not imported: ")
                html(.bdi, text: ImportColumns.listed(posts.ignoredKeys))
                html.text(".")
            }
        }
        writeUnknownCoaches(posts.unknownCoachCount, to: &html)
    }

    func writeUnknownCoaches(_ count: Int, to html: inout HTMLWriter) {
        guard count > 0 else { return }
        html(
            .p, .class("soft"),
            text: "\(CountedNoun.text(count, "rows")) without a coach: your family has none of "
                + "that name.")
    }

    private func writeRefusals(
        _ summary: FinishPostImport.Response, to html: inout HTMLWriter
    ) {
        html.sheet("What to fix") { html in
            html(.ul, .class("mini mend")) { html in
                for row in summary.rejectedRows.prefix(Self.listedMax) {
                    for (field, text) in row.errors.sorted(by: { $0.key < $1.key }) {
                        writeRefusal(line: row.line, field, found: nil, text, to: &html)
                    }
                }
            }
            writeRest(of: summary.rejected, to: &html)
        }
    }

    private func writeDuplicates(
        _ summary: FinishPostImport.Response, to html: inout HTMLWriter
    ) {
        html.sheet("Already there") { html in
            let lines = summary.duplicateLines.prefix(Self.listedMax).map { "\($0)" }
            html(.p, text: "Lines \(lines.joined(separator: ", "))")
            writeRest(of: summary.duplicates, to: &html)
        }
    }

    /// Writes the form that takes the import back.
    func writeUndo(of posts: SentPosts, to html: inout HTMLWriter) {
        guard !posts.summary.isCheck, let operation = posts.summary.operationID else { return }
        html.sheet("Undo") { html in
            html.postForm(to: Place.undo(operation), context, place: 1) { html in
                html.submit("Undo the import", .wide)
            }
        }
    }
}
