import CommandKit
import Contracts
import ServiceKit

/// The list of events as text: title, filter chips, rows and count.
struct EventList {
    /// The fewest columns for the full table; narrower terminals get the most important columns.
    static let allColumnsMin = 120

    let answer: Caller.Answer
    let run: CommandRun

    var result: CommandResult {
        .page(
            of: ListEvents.self, answer, run, rowsKey: "events", \.events, id: \.id.text,
            table: Self.table, text: text, heading: heading, footer: footer)
    }

    private func text(_ events: [Event], _ traits: TerminalTraits) -> String {
        guard traits.isAccessible else {
            let isNarrow = traits.isTerminal && traits.columns < Self.allColumnsMin
            return (isNarrow ? Self.shortTable(events) : Self.table(events)).text(traits)
        }
        return events.map { VisibleText.line($0.announcement) + "\n" }.joined()
    }

    private func heading(_ page: ListEvents.Response, _ traits: TerminalTraits) -> [String] {
        [TextStyle.bold.applied(to: EventListText.title, traits)]
            + FilterChips(page.activeFilters, of: EventFilter.self, zone: run.zone)
            .lines(traits, above: page.total, clearing: run.line("events", "list"))
    }

    private func footer(
        _ page: ListEvents.Response, _ traits: TerminalTraits
    ) throws -> [String] {
        guard page.total == 0 else {
            let shown = page.events.count
            return [CountedNoun.text(page.total, "events")]
                + (shown < page.total ? ["\(shown) shown"] : [])
        }
        if page.hasActiveFilters {
            let texts = EventListText.nothingMatches
            return [texts.title, "\(texts.action): " + run.line("events", "list")]
        }
        // parents cannot add events.
        let isPlayer = try run.signedIn().membership().role == .player
        return [EventListText.nothingYet]
            + (isPlayer ? ["Add one: " + run.line("events", "add")] : [])
    }

    private static func shortTable(_ events: [Event]) -> TextTable {
        var table = TextTable([
            .init("ID"), .init("Date"), .init("Name", shrinksTo: 12), .init("Type"),
            .init("Where", shrinksTo: 8), .init("Status"),
        ])
        for event in events {
            table.append([
                .id(event.id),
                .init(event.dateRangeFormatted), .init(event.name),
                .init(event.type.label, event.type.style),
                .init(event.schoolText ?? event.cityText ?? ""),
                .init(event.status.label, event.status.style),
            ])
        }
        return table
    }

    /// The rows as a table.
    static func table(_ events: [Event]) -> TextTable {
        var table = TextTable([
            .init("ID"), .init("Date"), .init("Name", shrinksTo: 12), .init("Type"),
            .init("School", shrinksTo: 8), .init("City", shrinksTo: 6), .init("Status"),
            .init("Cost", rightAligned: true),
        ])
        for event in events {
            // T-16: equal days are shown as one.
            let lastDay = event.endDate.flatMap { $0 == event.startDate ? nil : " - \($0.text)" }
            table.append([
                .id(event.id),
                .init(event.startDate.text + (lastDay ?? ""), shown: event.dateRangeFormatted),
                .init(event.name),
                .init(event.type.rawValue, shown: event.type.label, event.type.style),
                .init(event.schoolText ?? ""), .init(event.cityText ?? ""),
                .init(event.status.rawValue, shown: event.status.label, event.status.style),
                .init(event.cost.map(MetricValue.text) ?? "", shown: event.costText ?? ""),
            ])
        }
        return table
    }
}
