public import Contracts
public import HTML

/// The form that saves the filters of a list under a name.
@Memberwise(labels: false)
public struct SaveViewPage: Sendable {
    /// What was entered in the form.
    @Memberwise
    public struct Entry: Sendable {
        public var name: String = ""
        public var isShared: Bool = false
    }

    private let list: ViewedList
    private let filters: [SavedFilter]
    private var entry: Entry = Entry()
    /// Why the filters were not saved.
    private var error: ServiceError?
    private let context: PageContext

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        let title = SavedViewText.save
        let back = WebAddress(
            list.path, query: filters.map { WebAddress.QueryItem($0.flag, $0.value) })
        html.subpage(title, isRefused: error != nil, in: list.section, back: back, context) {
            html in
            html.postForm(to: Place.views, context, class: "form") { html in
                html.refusal(error, of: [name])
                html(.input, .type(.hidden), .name("list"), .value(list.rawValue))
                for filter in filters {
                    html(.input, .type(.hidden), .name(filter.flag), .value(filter.value))
                }
                html(.section, .class("sheet"), .ariaLabel(title)) { html in
                    html(
                        .p, .class("soft"), .dir(.auto),
                        text: list.words(for: filters).joined(separator: " · "))
                    html.textField(name, .text, isRequired: true)
                    html.switchRow(
                        "Share it with all members of the family", name: "is_shared",
                        value: "true", isOn: entry.isShared)
                }
                html(.div, .class("submit")) { html in
                    html.submit("Save", busy: "Saving...")
                    html.linkButton("Cancel", to: back)
                }
            }
        }
    }

    private var name: FieldState {
        FieldState(
            name: "name", label: "Name", value: entry.name,
            error: error?.errors["name"] ?? error?.errors["filters"],
            hint: "A filter of yours with the same name is replaced",
            max: SavedViewLimit.nameLength.upperBound)
    }
}
