public import Contracts
public import HTML

/// The page "Schools": those that the family follows.
public typealias SchoolsPage = ListPage<ListSchools.Response>

extension SchoolFilter: PageFilter {
    public static let controls = FilterControls<SchoolFilter>(
        path: "schools", placeholder: "Search schools...",
        selects: [(.division, "Division", "All")])
}

extension SchoolsPage {
    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        write(
            "Schools", in: .schools, of: .schools, to: &html,
            actions: mayAdd ? { writeAdd(to: &$0) } : nil, rows: write)
    }

    private var mayAdd: Bool { context.mayLog && context.serves(Place.addSchool) }

    private func writeAdd(to html: inout HTMLWriter) {
        html.linkButton("Add School", to: Place.addSchool, .main, icon: .plus)
    }

    private func write(_ answer: ListSchools.Response, to html: inout HTMLWriter) {
        html.rowCount("\(CountedNoun.text(answer.total, "schools")) found")
        guard answer.total > 0 else {
            if answer.hasActiveFilters {
                html.noMatches(
                    (
                        SchoolListText.nothingMatches, "Try adjusting your search or filters",
                        "Clear Filters"
                    ), unfiltered: Place.schools)
            } else {
                html.emptyState(
                    EmptyText(
                        title: SchoolListText.nothingYet,
                        line: "Find schools in the national catalogue, or add them by hand")
                ) { if mayAdd { writeAdd(to: &$0) } }
            }
            return
        }
        html(.div, .class("sheet")) { html in
            html.rows(answer.schools.inListOrder) { write($0, to: &$1) }
        }
        html.duplicatesLink(.schools, context)
        html.command(filters.command(["schools", "list"]))
    }

    private func write(_ school: School, to html: inout HTMLWriter) {
        html(.span, .class("disc plain"), .ariaHidden(true)) { $0.icon(.flag) }
        html(.div, .class("text")) { html in
            html(
                .a, .class("whole"), .href(Place.school(school.id)), .dir(.auto),
                text: school.listName)
            let facts = [school.placeText, school.conference].compactMap { $0 }
            if !facts.isEmpty {
                html(.small, .class("soft"), text: facts.joined(separator: " · "))
            }
        }
        if let division = school.division { html.badge(division.rawValue, .gray) }
        if let count = school.coachCount {
            html(.small, .class("soft"), text: CountedNoun.text(count, "coaches"))
        }
    }
}
