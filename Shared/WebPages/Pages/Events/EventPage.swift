public import Contracts
public import HTML

/// The page of one event (EV-01 to EV-18, EV-25 to EV-46, EV-51).
@Memberwise(labels: false)
public struct EventPage: Sendable {
    let answer: ShowEvent.Response
    let forms: EventForms
    let context: PageContext
    /// The list with the filters that it had.
    private var back: WebAddress = Place.events
    var event: Event { answer.event }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.subpage(
            event.name, isRefused: !forms.errors.isEmpty, in: .events, back: back, context,
            below: writeBadges, actions: context.mayLog ? { writeActions(to: &$0) } : nil
        ) { html in
            writeRefusal(to: &html)
            html(.div, .class("detail")) { html in
                html(.div) { html in
                    if context.mayLog, event.attended { writeQuickLog(to: &html) }
                    writeTexts(to: &html)
                    writeMetrics(to: &html)
                    writeCoaches(to: &html)
                }
                html(.div) { html in
                    writeFacts(to: &html)
                    writeLocation(to: &html)
                    writeLink(to: &html)
                }
            }
            html.command(CommandLine.text(["events", "show", event.id.text]))
            html.historyLink(of: event.id.text, context)
        }
    }

    // MARK: Head

    /// EV-03, EV-04, EV-42, EV-51.
    private func writeBadges(to html: inout HTMLWriter) {
        html(.p, .class("sub")) { html in
            html.text(event.dateRangeFormatted)
            guard let school = event.schoolText else { return }
            html.text(" · ")
            if let id = event.schoolID, event.schoolName != nil {
                html(.a, .class("reach"), .href(Place.school(id)), .dir(.auto), text: school)
            } else {
                html.text(school)
            }
        }
        html(.p, .class("badges")) { html in
            html.badge(event.type.label, event.type.tone, icon: event.type.pageIcon)
            html.badge(event.status.label, event.status.tone)
        }
    }

    private func writeActions(to html: inout HTMLWriter) {
        // EV-10: only while it is not marked.
        if !event.attended {
            html.postForm(
                to: Place.event(event.id, "attend"), context, place: EventForms.Form.attend.rawValue
            ) { $0.submit(EventText.attend, .go, busy: "Saving...") }
        }
        let edit = Place.event(event.id, "edit")
        if context.serves(edit) { html.linkButton("Edit", to: edit, icon: .pencil) }
        guard context.isPlayer else { return }
        html.linkButton("Delete", to: Place.event(event.id, "delete"), .danger, icon: .trash)
    }

    /// EV-20, EV-41: what is wrong with the form that came back.
    private func writeRefusal(to html: inout HTMLWriter) {
        guard let form = forms.refused else { return }
        html.errorSummary(
            EventForms.fields.compactMap { name in
                forms.errors[name].map { (id: "field-\(name)", text: $0) }
            })
        if let failure = forms.failure {
            html.banner(
                .bad, title: "\(form.action) failed. Please try again.",
                FailureText.explanation(of: failure) ?? FailureText.title(of: failure))
        }
    }

    // MARK: At the side

    /// EV-06, U-19.
    private func writeFacts(to html: inout HTMLWriter) {
        html(.dl, .class("grid")) { html in
            let facts: [(String, String?)] = [
                ("Start Time", event.timeText), ("Check-in Time", event.checkinTime?.label),
                ("Cost", event.costText), ("Source", event.eventSource?.label),
            ]
            for (label, value) in facts {
                html(.div) { html in
                    html(.dt, text: label)
                    html(.dd, text: value ?? "—")
                }
            }
        }
    }

    /// EV-07, EV-08, U-20: the place only if something of it is known. The calendar file has the
    /// days in any case.
    private func writeLocation(to html: inout HTMLWriter) {
        // A location that only repeats the city is left out, as in the calendar file.
        let own = event.location == event.cityText ? nil : event.location
        let lines = [own, event.address, event.cityText].compactMap { $0 }
        let calendar = Place.event(event.id, "calendar")
        let hasCalendar = context.serves(calendar)
        guard hasCalendar || !lines.isEmpty else { return }
        html.sheet(lines.isEmpty ? "Calendar" : "Location") { html in
            for (place, line) in lines.enumerated() {
                html(.p, .class(place > 0 ? "soft" : nil), .dir(.auto), text: line)
            }
            html(.div, .class("acts")) { html in
                if let map = event.directionsURL.flatMap({ WebAddress(outside: $0) }) {
                    html(
                        .a, .class(ButtonStyle.go.rawValue), .href(map), .rel(.external)
                    ) { html in
                        html.icon(.pin)
                        html.text("Get Directions")
                    }
                }
                if hasCalendar {
                    html.linkButton(
                        "Add to calendar", to: calendar, icon: .calendar, download: true)
                }
            }
        }
    }

    /// EV-09. An address that is not a web page stays text.
    private func writeLink(to html: inout HTMLWriter) {
        guard let url = event.url else { return }
        html.sheet(EventText.link) { html in
            if let address = WebAddress(outside: url) {
                html(.a, .class("reach"), .href(address), .rel(.external), text: url)
            } else {
                html(.p) { $0(.bdi, text: url) }
            }
        }
    }

    // MARK: Texts

    /// EV-09, EV-44: only filled fields, in full.
    private func writeTexts(to html: inout HTMLWriter) {
        let texts = [
            (EventText.description, event.description), (EventText.notes, event.performanceNotes),
            (EventText.stats, event.statsText),
        ]
        for case (let title, let text?) in texts {
            html.sheet(title) { html in
                html(.p, .class("words"), .dir(.auto), text: text)
            }
        }
    }
}
