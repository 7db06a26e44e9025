public import Contracts
public import HTML

/// The page that shows two coaches side by side and merges them (N-86).
public struct MergePage: Sendable {
    private let kept: Coach
    private let other: Coach
    private let moving: [DeletionBlocker]
    private let error: ServiceError?
    private let context: PageContext

    /// - Parameters:
    ///   - moving: What refers to the coach who goes.
    ///   - error: Why the coaches could not be merged.
    public init(
        keeping kept: Coach, other: Coach, moving: [DeletionBlocker],
        error: ServiceError? = nil, _ context: PageContext
    ) {
        self.kept = kept
        self.other = other
        self.moving = moving
        self.error = error
        self.context = context
    }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        let title = "Merge coaches?"
        html.page(title, in: .coaches, context) { html in
            html.pageHead(
                title, back: BackLink(text: "Back to duplicates", address: Place.coachDuplicates),
                below: { html in
                    html(
                        .p, .class("sub"), .dir(.auto),
                        text: "\(kept.fullName) stays, \(other.fullName) goes to the trash.")
                })
            do throws(ServiceError) {
                write(try CoachMerge(keeping: kept, other: other), to: &html)
            } catch {
                write(error, to: &html)
            }
            html.command(
                CommandLine.text(["coaches", "merge", kept.id.text, other.id.text]))
        }
    }

    private func write(_ error: ServiceError, to html: inout HTMLWriter) {
        html.banner(
            .bad, title: FailureText.title(of: error), error.errors["notes"],
            action: ("Edit \(other.fullName)", Place.coach(other.id, "edit")))
    }

    private func write(_ merge: CoachMerge, to html: inout HTMLWriter) {
        if let error {
            html.banner(
                .bad, title: FailureText.title(of: error), "Nothing was changed.")
        }
        html(.section, .class("sheet")) { html in
            html(.h2, text: "Side by side")
            html(.table, .class("side")) { html in
                html(.thead) { html in
                    html(.tr) { html in
                        for name in ["Field", "Stays", "Goes", "Result"] {
                            html(.th, .scope("col"), text: name)
                        }
                    }
                }
                html(.tbody) { html in
                    for row in merge.sideBySide { html(.tr) { write(row, to: &$0) } }
                }
            }
        }
        html(.section, .class("sheet")) { html in
            html(.h2, text: "What moves")
            html(
                .p,
                text: moving.isEmpty
                    ? "\(other.fullName) has no interactions and no posts."
                    : "\(DeletionText.listed(moving.map(\.text))) of \(other.fullName).")
            html(
                .p, .class("small soft"),
                text: "Events and follow-ups move, too. You can separate the two again from the "
                    + "trash for 30 days.")
            html.postForm(
                to: Place.merge(other.id, into: kept.id), context, class: "acts"
            ) { html in
                html.linkButton("Cancel", to: Place.coachDuplicates)
                html.linkButton("Keep the other one", to: Place.merge(kept.id, into: other.id))
                html.submit("Merge", .main, busy: "Merging...")
            }
        }
    }

    private func write(_ row: CoachMerge.Row, to html: inout HTMLWriter) {
        html(.th, .scope("row"), text: row.label)
        for text in [row.kept, row.other] { html(.td, .dir(.auto), text: text) }
        html(.td, .dir(.auto)) { html in
            // What the one who stays gets from the other one stands out.
            if row.result == row.kept {
                html.text(row.result)
            } else {
                html(.strong, text: row.result)
            }
        }
    }
}
