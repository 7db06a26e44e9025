public import Contracts
public import HTML

/// The form that appends a note to several interactions (N-126).
@Memberwise(labels: false)
public struct NotePage: Sendable {
    private let ids: [InteractionID]
    /// What was entered.
    private var note: String = ""
    /// Why the note was not appended.
    private var error: ServiceError?
    private let context: PageContext

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        let title = "Add a note"
        html.subpage(
            title, isRefused: error != nil, in: .interactions, context,
            below: { html in
                html(
                    .p, .class("sub"),
                    text: "To \(CountedNoun.text(ids.count, "interactions")), at the end of the "
                        + "content. One undo removes it from all of them.")
            }
        ) { html in
            html.postForm(to: Place.noteInteractions, context, class: "form") { html in
                html.refusal(error, of: [field])
                for id in ids {
                    html(.input, .type(.hidden), .name("id"), .value(id.text))
                }
                html(.section, .class("sheet"), .ariaLabel(title)) { html in
                    html.textArea(field)
                }
                html(.div, .class("submit")) { html in
                    html.submit("Add note", busy: "Saving...")
                    html.linkButton("Cancel", to: Place.interactions)
                }
            }
        }
    }

    private var field: FieldState {
        FieldState(
            name: "note", label: "Note", value: note, error: error?.errors["note"],
            max: NoteInteractions.noteMax)
    }
}
