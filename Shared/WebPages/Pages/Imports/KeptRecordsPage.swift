public import Contracts
public import HTML

/// The answers to the undo of an import, or of several: what was taken back, and which records stay
/// as they are because they have been changed since.
@Memberwise(labels: false)
public struct KeptRecordsPage: Sendable {
    /// The most records that the page lists.
    public static let listedMax = 100

    private let answers: [UndoOperation.Response]
    private let context: PageContext

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.subpage("Import undone", in: .trash, context) { html in
            let kept = answers.flatMap { $0.kept ?? [] }
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
        let said =
            [
                (answers.map { $0.reverted ?? [:] }, "as before the import"),
                (answers.map(\.removed), "in the trash"), (answers.map(\.restored), "back"),
            ]
            .map { (TrashWords.counted($0), $1) }.filter { !$0.0.isEmpty }
            .map { "\($0) \($1)." }
            + TrashWords.lost(answers).map { "\($0)." }
        return said.isEmpty ? nil : said.joined(separator: " ")
    }
}
