import Contracts
import HTML

/// The search of the national catalogue, with a button to add each school that was found.
struct CatalogueSearch: Sendable {
    let search: String
    /// Nil before a search.
    let found: SearchSchools.Response?
    let context: PageContext

    func write(to html: inout HTMLWriter) {
        html(.section, .class("sheet"), .ariaLabel("National catalogue")) { html in
            html(.h2, text: "Find it in the national catalogue")
            html(
                .form, .class("form"), .method(.get), .action(Place.addSchool), .role(.search)
            ) { html in
                html.textField(
                    FieldState(name: "q", label: "Name, city or state", value: search), .search)
                html.submit("Search", .plain)
            }
            if let found { write(found, to: &html) }
        }
        html(.h2, text: "Or add it by hand")
    }

    private func write(_ found: SearchSchools.Response, to html: inout HTMLWriter) {
        html(
            .p, .class("soft"), .role(.status),
            text: found.schools.count < found.total
                ? "The first \(found.schools.count) of \(found.total) schools"
                : "\(CountedNoun.text(found.total, "schools")) found")
        if let suggestion = found.suggestion {
            html(.p) { html in
                html.text("Did you mean ")
                html(.a, .href(Place.addSchool(searching: suggestion)), text: suggestion)
                html.text("?")
            }
        }
        html(.ul, .class("mini")) { html in
            for (place, school) in found.schools.enumerated() {
                html(.li) { html in
                    html(.div, .class("text")) { html in
                        html(.bdi, text: school.name)
                        html(
                            .small, .class("soft"),
                            text: [
                                "\(school.city), \(school.state)", school.division.rawValue,
                                school.conference,
                            ].compactMap { $0 }.joined(separator: " · "))
                    }
                    html.postForm(to: Place.addSchool, context, class: "end", place: 1 + place) {
                        html in
                        html(
                            .input, .type(.hidden), .name("catalogue_id"),
                            .value(school.catalogueID))
                        html(
                            .button, .class("btn"), .buttonType(.submit),
                            .ariaLabel("Add \(school.name)"), text: "Add")
                    }
                }
            }
        }
    }
}
