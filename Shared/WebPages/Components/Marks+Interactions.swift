import Contracts
import HTML

/// The most rows that can be marked on a page: their ids stand in an address, which has a limit.
enum MarkLimit {
    static let rows = 150
}

extension HTMLWriter {
    /// The form that the boxes of the rows belong to.
    private static let marksID = "marks"

    /// Leaves the gaps of a row's template for the box that marks the row.
    mutating func markTemplate(_ id: some GapName, name: some GapName) {
        self(.label, .class("tick")) { html in
            html(
                .input, .type(.checkbox), .name("id"), .value(gap: id), .form(Self.marksID),
                .ariaLabel(gap: name))
        }
    }

    /// Writes what can be done with the marked rows, and with all that match the filters.
    mutating func markActions(
        of answer: ListInteractions.Response, _ filters: FilterForm<InteractionFilter>,
        _ context: PageContext
    ) {
        guard context.serves(Place.deleteInteractions) else { return }
        let total = answer.analytics.total
        self(
            .form, .class("marks acts"), .id(Self.marksID), .method(.get),
            .action(Place.deleteInteractions)
        ) { html in
            // Tells a list of nothing from no list.
            html(.input, .type(.hidden), .name("marked"), .value("true"))
            // With script only.
            html(.label, .hidden()) { html in
                html(.input, .type(.checkbox), .dataMax(MarkLimit.rows))
                html.text(total > MarkLimit.rows ? "Mark the first \(MarkLimit.rows)" : "Mark all")
            }
            html.submit("Delete marked", .danger, icon: .trash)
            html(
                .button, .class(ButtonStyle.plain.rawValue), .buttonType(.submit),
                .formAction(Place.exportInteractions)
            ) { html in
                html.icon(.download)
                html.text("Export marked")
            }
            html(
                .button, .class(ButtonStyle.plain.rawValue), .buttonType(.submit),
                .formAction(Place.noteInteractions)
            ) { html in
                html.icon(.pencil)
                html.text("Add a note to marked")
            }
            if answer.hasActiveFilters, total <= DeleteInteractions.idsMax {
                html.linkButton(
                    "Delete all \(CountedNoun.text(total, "interactions")) shown",
                    to: WebAddress(
                        "interactions", "delete",
                        query: [.init("all", "true")] + filters.query()), .quiet)
                html.linkButton(
                    "Add a note to all shown",
                    to: WebAddress(
                        "interactions", "note",
                        query: [.init("all", "true")] + filters.query()), .quiet)
            }
        }
    }
}
