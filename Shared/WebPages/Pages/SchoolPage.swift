public import Contracts
public import HTML

/// The page of one school (SA-27, ID-08).
@Memberwise(labels: false)
public struct SchoolPage: Sendable {
    private let answer: ShowSchool.Response
    /// Its first page.
    private let timeline: TimelineContent
    private let context: PageContext
    /// The list with the filters that it had.
    private var back: WebAddress = Place.schools
    private var school: School { answer.school }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.subpage(
            school.name, in: .schools, back: back, context, below: writeFacts,
            actions: context.mayLog ? { writeActions(to: &$0) } : nil
        ) { html in
            html(.div, .class("detail")) { html in
                html(.div) { html in
                    html.timelineSection(timeline, context)
                    if let notes = school.notes {
                        html.sheet("Notes") { html in
                            html(.p, .class("words"), .dir(.auto), text: notes)
                        }
                    }
                }
                html(.div) { html in
                    writeCoaches(to: &html)
                    writeLinks(to: &html)
                    html.command(CommandLine.text(["schools", "show", school.name]))
                    html.historyLink(of: school.id.text, context)
                }
            }
        }
    }

    private func writeFacts(to html: inout HTMLWriter) {
        html(.p, .class("badges")) { html in
            if let division = school.division { html.badge(division.rawValue, .gray) }
            let facts = [school.placeText, answer.conferenceText].compactMap { $0 }
            html(.span, .class("soft"), text: facts.joined(separator: " · "))
        }
    }

    private func writeActions(to html: inout HTMLWriter) {
        html.contactActions(
            of: school.name, log: Place.logInteraction(at: school.id),
            edit: Place.school(school.id, "edit"), delete: Place.school(school.id, "delete"),
            context)
    }

    private func writeCoaches(to html: inout HTMLWriter) {
        html.sheet("Coaches (\(answer.coaches.count))") { html in
            guard !answer.coaches.isEmpty else {
                html(.p, .class("soft"), text: CoachListText.nothing)
                return
            }
            html.rows(answer.coaches) { coach, html in
                html.face(of: coach.fullName)
                html(.div, .class("text")) { html in
                    html(
                        .a, .class("whole"), .href(Place.coach(coach.id)), .dir(.auto),
                        .ariaLabel(coach.announcement), text: coach.fullName)
                    html(.small, .class("soft"), text: coach.role.label)
                }
                html(.small, .class("soft"), text: coach.scoreText)
            }
        }
    }

    /// Addresses that are not web pages stay text.
    private func writeLinks(to html: inout HTMLWriter) {
        let links: [(text: String, url: String, icon: Icon)] =
            [school.website.map { ($0, $0, Icon.flag) }].compactMap { $0 }
            + [school.twitterHandle.map { ("@\($0)", "https://twitter.com/\($0)", Icon.at) }]
            .compactMap { $0 }
            + [
                school.instagramHandle.map {
                    ("@\($0)", "https://instagram.com/\($0)", Icon.camera)
                }
            ].compactMap { $0 }
        guard !links.isEmpty else { return }
        html.sheet("Links") { html in
            html.rows(links) { link, html in
                html.icon(link.icon)
                html(.div, .class("text")) { html in
                    if let address = WebAddress(outside: link.url) {
                        html(
                            .a, .class("whole"), .href(address), .rel(.external),
                            text: link.text)
                    } else {
                        html(.bdi, text: link.text)
                    }
                }
            }
        }
    }
}
