import CommandKit
import Contracts
import ServiceKit

/// The interactions list as text: title, figures, filter chips, rows and count.
struct InteractionList {
    /// The fewest columns for a table; narrower terminals get cards of a few lines.
    static let tableColumnsMin = 130
    /// The additional columns that a parent's table needs for "Logged By".
    static let loggerColumnsMin = 20

    let answer: Caller.Answer
    let run: CommandRun

    var result: CommandResult {
        .page(
            of: ListInteractions.self, answer, run, rowsKey: "interactions", \.interactions,
            id: \.id.text, table: { try Self.table($0, run) }, text: text, heading: heading,
            footer: footer, entries: entries)
    }

    // MARK: Around the rows

    private func heading(
        _ page: ListInteractions.Response, _ traits: TerminalTraits
    ) throws -> [String] {
        var lines = [TextStyle.bold.applied(to: page.title, traits)]
        lines += figures(page.analytics, traits)
        let chips = FilterChips(page.activeFilters, of: InteractionFilter.self, zone: run.zone)
        return lines
            + chips.lines(
                traits, above: page.analytics.total, clearing: run.line("interactions", "list"))
    }

    /// The four figures as "{label}: {count}" (IL-49), in the colours of their cards (U-02): side
    /// by side, or in two rows if that is too wide.
    private func figures(_ figures: InteractionFigures, _ traits: TerminalTraits) -> [String] {
        let texts = figures.cards.map { ("\($0.label): \($0.value)", $0.tone.style) }
        let gap = "   "
        let width = texts.map(\.0.count).reduce(gap.count * (texts.count - 1), +)
        let styled = texts.map { text, style in style.applied(to: text, traits) }
        if !traits.isTerminal || width <= traits.columns && !traits.isAccessible {
            return [styled.joined(separator: gap)]
        }
        let first = max(texts[0].0.count, texts[2].0.count)
        let second = max(texts[1].0.count, texts[3].0.count)
        guard !traits.isAccessible, first + gap.count + second <= traits.columns else {
            return styled
        }
        return [0, 2].map { index in
            let blanks = String(repeating: " ", count: first - texts[index].0.count)
            return styled[index] + blanks + gap + styled[index + 1]
        }
    }

    private func footer(
        _ page: ListInteractions.Response, _ traits: TerminalTraits
    ) throws -> [String] {
        var lines: [String] = []
        let total = page.analytics.total
        if page.interactions.isEmpty, total == 0 {
            lines += page.hasActiveFilters ? nothingMatches : try nothingYet()
        }
        lines.append(InteractionListText.count(total))
        if page.interactions.count < total { lines.append("\(page.interactions.count) shown") }
        if try isPlayer() { lines.append(InteractionListText.privacyNotice) }
        guard traits.isTerminal else { return lines }
        return lines.flatMap { TextWrap.wrapped($0, columns: traits.columns) }
    }

    private var nothingMatches: [String] {
        let texts = InteractionListText.nothingMatches
        return [
            texts.title, texts.line, "\(texts.action): " + run.line("interactions", "list"),
        ]
    }

    /// Parents are not asked to log interactions.
    private func nothingYet() throws -> [String] {
        let texts = InteractionListText.nothingYet
        let lines = [texts.title, texts.line]
        guard try isPlayer() else { return lines }
        return lines + ["\(texts.action): " + run.line("interactions", "add")]
    }

    private func isPlayer() throws -> Bool { try run.signedIn().membership().role == .player }

    // MARK: Rows

    private func text(_ rows: [Interaction], _ traits: TerminalTraits) throws -> String {
        if let entries = try entries(rows, traits) { return entries.joined(separator: "\n") }
        return try Self.table(rows, run).text(traits)
    }

    /// A text per row if rows are shown as cards: on narrow or accessible terminals, and with
    /// `--cards`; nil for a table.
    private func entries(_ rows: [Interaction], _ traits: TerminalTraits) throws -> [String]? {
        let isPlayer = try isPlayer()
        let wide = Self.tableColumnsMin + (isPlayer ? 0 : Self.loggerColumnsMin)
        guard
            run.invocation.isOn("cards")
                || traits.isTerminal && (traits.isAccessible || traits.columns < wide)
        else { return nil }
        let entry = InteractionEntry(
            reader: try run.signedIn().userID, isPlayer: isPlayer, zone: run.zone, traits: traits)
        return rows.map { traits.isAccessible ? entry.sentence(of: $0) : entry.card(of: $0) }
    }

    /// The rows as a table. The column "Logged By" is for parents (IL-30).
    static func table(_ rows: [Interaction], _ run: CommandRun) throws -> TextTable {
        let user = try run.signedIn()
        let isParent = try user.membership().role == .parent
        let reader = try user.userID
        var columns: [TextTable.Column] = [
            .init("ID"), .init("Date"), .init("Type"), .init("Direction"), .init("Sentiment"),
            .init("Subject", shrinksTo: 10),
            .init("School", shrinksTo: 8), .init("Coach", shrinksTo: 8),
        ]
        if isParent { columns.append(.init("Logged By", shrinksTo: 6)) }
        let hasEntered = run.isForPeople && rows.contains { $0.enteredBy != nil }
        if hasEntered { columns.append(.init("Entered By", shrinksTo: 6)) }
        let hasFiles = rows.contains { $0.attachmentCount > 0 }
        // An empty column would take room from the others; in a pipe the columns never change.
        if hasFiles || !run.isForPeople { columns.append(.init("Files", rightAligned: true)) }
        var table = TextTable(columns)
        for row in rows {
            var cells: [TextTable.Cell] = [
                .id(row.id),
                .init(row.displayTime?.text ?? "", shown: run.zone.text(row.displayTime)),
                .init(
                    row.type.rawValue, shown: row.typeText(run.console.traits), row.type.style),
                .init(row.direction.rawValue, shown: row.direction.label, row.direction.listStyle),
                .init(
                    row.sentiment?.rawValue ?? "", shown: row.sentiment?.label ?? "",
                    row.sentiment?.style),
                .init(row.displaySubject), .init(row.schoolText ?? ""),
                .init(row.coachText ?? ""),
            ]
            if isParent {
                cells.append(.init(row.loggerText(for: reader), row.loggerStyle(for: reader)))
            }
            if hasEntered { cells.append(.init(row.entererName(for: reader) ?? "")) }
            let files = String(row.attachmentCount)
            cells.append(.init(files, shown: row.attachmentCount == 0 ? "" : files))
            table.append(cells)
        }
        return table
    }
}
