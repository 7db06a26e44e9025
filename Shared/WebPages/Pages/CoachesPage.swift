public import Contracts
public import HTML

/// The page "Coaches" (CO-01 to CO-39, CO-43, CO-44).
public typealias CoachesPage = ListPage<ListCoaches.Response>

extension CoachFilter: PageFilter {
    public static let controls = FilterControls<CoachFilter>(
        path: "coaches", placeholder: "Search coaches...",
        selects: [
            (.role, "Role", "All"), (.contactedWithin, "Last Contact", "All"),
            (.responsiveness, "Responsiveness", "All"),
        ])
}

extension CoachesPage {
    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        write(
            CoachListText.title, in: .coaches, of: .coaches, to: &html,
            actions: context.mayLog ? { writeActions(to: &$0) } : nil, rows: write)
    }

    private func writeActions(to html: inout HTMLWriter) {
        html(.div, .class("wide-only")) { writeExport(to: &$0) }
        writeAdd(to: &html)
    }

    private func writeAdd(to html: inout HTMLWriter) {
        guard context.mayLog, context.serves(Place.addCoach) else { return }
        html.linkButton(CoachListText.add, to: Place.addCoach, .main, icon: .plus)
    }

    private func writeExport(to html: inout HTMLWriter) {
        guard context.isPlayer, !filters.isRefused(by: result) else { return }
        html.exportLinks(of: "coaches", query: filters.query(), context)
    }

    private func write(_ answer: ListCoaches.Response, to html: inout HTMLWriter) {
        html.rowCount(CoachListText.count(answer.total))
        guard answer.total > 0 else {
            writeEmptyState(answer, to: &html)
            return
        }
        html(.p, .class("small soft"), text: CoachListText.scope)
        html(.ul, .class("cards")) { html in
            for coach in answer.coaches { html(.li) { write(coach, to: &$0) } }
        }
        if context.isPlayer { html(.div, .class("phone-only")) { writeExport(to: &$0) } }
        html.duplicatesLink(.coaches, context)
        html.command(filters.command(["coaches", "list"]))
    }

    /// CO-02, CO-35, CO-36, IA-10, U-09: the second line depends on the filters.
    private func writeEmptyState(_ answer: ListCoaches.Response, to html: inout HTMLWriter) {
        let isOfOneSchool = answer.activeFilters.map(\.name) == [CoachFilter.schoolID.rawValue]
        if answer.hasActiveFilters, !isOfOneSchool {
            html.noMatches(CoachListText.nothingMatches, unfiltered: Place.coaches)
        } else {
            html.emptyState(
                EmptyText(
                    title: CoachListText.nothing,
                    line: isOfOneSchool ? nil : CoachListText.nothingYet)
            ) { writeAdd(to: &$0) }
        }
    }

    /// CO-13 to CO-19.
    private func write(_ coach: Coach, to html: inout HTMLWriter) {
        html(.article, .class("card")) { html in
            html(.div, .class("person")) { html in
                html.face(of: coach.fullName, size: .medium)
                html(.div) { html in
                    // The role of headings of one list is the same on all pages.
                    html(.h2, .class("name cut"), .dir(.auto)) { html in
                        html(
                            .a, .href(Place.coach(coach.id)), .ariaLabel(coach.announcement),
                            text: coach.fullName)
                    }
                    html(.p, .class("who")) { html in
                        html.badge(coach.role.shortLabel, coach.role.tone)
                        html(.bdi, .class("cut"), text: coach.schoolText)
                    }
                }
            }
            writeFact(.mail, coach.email, to: &html)
            writeFact(.phone, coach.phone, to: &html)
            html.responsiveness(of: coach)
            let contact = coach.lastContactDate.map {
                Coach.lastContact(context.zone.dayText($0))
            }
            writeFact(.calendar, contact ?? Coach.neverContacted, to: &html)
            html(.div, .class("acts")) { html in
                html.contactLinks(of: coach)
                if context.isPlayer {
                    html.iconLink(
                        "Delete \(coach.fullName)", to: Place.coach(coach.id, "delete"), .trash,
                        further: " end")
                }
            }
        }
    }

    private func writeFact(_ icon: Icon, _ text: String?, to html: inout HTMLWriter) {
        guard let text else { return }
        html(.p, .class("fact")) { html in
            html.icon(icon)
            html(.bdi, .class("cut"), text: text)
        }
    }
}
