public import Contracts
public import HTML

/// The page "Events": what comes next, then what was.
public struct EventsPage: Sendable {
    private let result: Result<ListEvents.Response, ServiceError>
    private let context: PageContext
    private let filters: FilterForm<EventFilter>

    public init(
        _ result: Result<ListEvents.Response, ServiceError>, _ request: ListEvents.Request,
        _ context: PageContext
    ) {
        self.result = result
        self.context = context
        filters = FilterForm(
            request: request, path: "events", placeholder: "Name, place...",
            selects: [
                (.period, "When", "Any time"), (.type, "Type", "All"), (.status, "Status", "All"),
            ])
    }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.page(windowTitle, in: .events, of: .events, context) { html in
            html.pageHead(EventListText.title, actions: writeActions)
            switch result {
            case .success(let answer):
                filters.write(to: &html)
                filters.writeChips(answer.activeFilters, zone: context.zone, to: &html)
                write(answer, to: &html)
            case .failure(let error):
                // EV-41
                html.loadFailure(
                    error, "The list", retry: Place.list("events", query: filters.query()))
                filters.write(to: &html)
            }
        }
    }

    private var windowTitle: String {
        guard case .success(let answer) = result, answer.hasActiveFilters else {
            return EventListText.title
        }
        return "\(EventListText.title): "
            + answer.activeFilters.map(\.label).joined(separator: ", ")
    }

    private func writeActions(to html: inout HTMLWriter) {
        if context.serves(Place.settings) {
            html.linkButton("Calendar link", to: Place.calendarSettings)
        }
        writeAdd(to: &html)
    }

    private func writeAdd(to html: inout HTMLWriter) {
        guard context.isPlayer, context.serves(Place.addEvent) else { return }
        html.linkButton("Add Event", to: Place.addEvent, .main, icon: .plus)
    }

    private func write(_ answer: ListEvents.Response, to html: inout HTMLWriter) {
        html(
            .p, .class("soft"), .role(.status),
            text: "\(CountedNoun.text(answer.total, "events")) found")
        if answer.total == 0 {
            writeEmptyState(isFiltered: answer.hasActiveFilters, to: &html)
        } else {
            for (title, events) in parts(of: answer) where !events.isEmpty {
                html(.section, .class("sheet")) { html in
                    html(.h2, text: title)
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
        html.emptyState(
            EmptyText(
                title: texts.title, line: "Try adjusting your search or filters", isSearch: true)
        ) { $0.linkButton(texts.action, to: Place.events) }
    }
}
