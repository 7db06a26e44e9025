public import Contracts
public import HTML

/// The answer to the undo of an import that left some records as they are: what was taken back, and
/// which records were changed since and stay.
@Memberwise(labels: false)
public struct KeptRecordsPage: Sendable {
    /// The most records that the page lists.
    public static let listedMax = 100

    private let answer: UndoOperation.Response
    private let context: PageContext

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.subpage("Import undone", in: .trash, context) { html in
            let kept = answer.kept ?? []
            html.banner(
                .info, title: "\(CountedNoun.text(kept.count, "records")) kept", said)
            html.sheet("Kept") { html in
                html.rows(kept.prefix(Self.listedMax)) { record, html in
                    html(.div, .class("text")) { html in
                        html(.bdi, text: record.name)
                        html(.small, .class("soft"), text: record.reason)
                    }
                }
                if kept.count > Self.listedMax {
                    html(
                        .p, .class("soft"), text: "… and \(kept.count - Self.listedMax) more")
                }
            }
        }
    }

    /// What was taken back; nil for nothing.
    private var said: String? {
        let parts = [
            (TrashWords.counted(answer.reverted ?? [:]), "as before the import"),
            (TrashWords.counted(answer.removed), "in the trash"),
        ]
        let said = parts.filter { !$0.0.isEmpty }.map { "\($0.0) \($0.1)." }
        return said.isEmpty ? nil : said.joined(separator: " ")
    }
}
