public import Contracts
public import HTML

/// The page "Events": what comes next, then what was.
public typealias EventsPage = ListPage<ListEvents.Response>

extension EventFilter: PageFilter {
    public static let controls = FilterControls<EventFilter>(
        path: "events", placeholder: "Name, place...",
        selects: [
            (.period, "When", "Any time"), (.type, "Type", "All"), (.status, "Status", "All"),
        ])
}

extension EventsPage {
    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        write(
            EventListText.title, in: .events, of: .events, to: &html, actions: writeActions,
            rows: write)
    }

    private func writeActions(to html: inout HTMLWriter) {
        if context.serves(Place.settings) {
            html.linkButton("Calendar link", to: Place.calendarSettings)
        }
        writeAdd(to: &html)
    }

    private func writeAdd(to html: inout HTMLWriter) {
        guard context.mayLog, context.serves(Place.addEvent) else { return }
        html.linkButton("Add Event", to: Place.addEvent, .main, icon: .plus)
    }

    private func write(_ answer: ListEvents.Response, to html: inout HTMLWriter) {
        html.rowCount("\(CountedNoun.text(answer.total, "events")) found")
        if answer.total == 0 {
            writeEmptyState(isFiltered: answer.hasActiveFilters, to: &html)
        } else {
            for (title, events) in parts(of: answer) where !events.isEmpty {
                html.sheet(title) { html in
                    html.eventRows(events)
                }
            }
        }
        html.command(filters.command(["events", "list"]))
    }

    /// By day, what is still to come stands first; by name, the rows stay together.
    private func parts(of answer: ListEvents.Response) -> [(title: String, events: [Event])] {
        guard answer.sort != .name else { return [("By name", answer.events)] }
        let today = context.zone.day(context.now)
        return [
            (EventPeriod.upcoming.label, answer.events.filter { $0.lastDay >= today }),
            (EventPeriod.past.label, answer.events.filter { $0.lastDay < today }),
        ]
    }

    private func writeEmptyState(isFiltered: Bool, to html: inout HTMLWriter) {
        guard isFiltered else {
            return html.emptyState(
                EmptyText(
                    title: EventListText.nothingYet,
                    line: "Showcases, camps, visits and games appear here"),
                action: writeAdd)
        }
        let texts = EventListText.nothingMatches
        html.noMatches(
            (texts.title, "Try adjusting your search or filters", texts.action),
            unfiltered: Place.events)
    }
}
