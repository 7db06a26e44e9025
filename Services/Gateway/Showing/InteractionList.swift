import CommandKit
import Contracts
import ServiceKit

/// The page Interactions List in text: title, figures, chips, rows, count.
struct InteractionList {
    /// Narrower terminals get cards of a few lines instead of a table, in columns.
    static let tableColumnsMin = 130
    /// IL-07.
    static let privacyNotice =
        "Your recruiting interactions are visible to your linked parent(s)"

    private let answer: Caller.Answer
    private let run: CommandRun

    init(answer: Caller.Answer, run: CommandRun) throws {
        self.answer = answer
        self.run = run
    }

    private func page() throws -> ListInteractions.Response {
        try run.decoded(ListInteractions.Response.self, answer)
    }

    var result: CommandResult {
        get throws {
            // One decoding for heading, rows and footer; none at all for JSON.
            var decodedPage: ListInteractions.Response?
            func page() throws -> ListInteractions.Response {
                if let decodedPage { return decodedPage }
                let made = try self.page()
                decodedPage = made
                return made
            }
            return CommandResult(
                json: answer.json, rowsKey: "interactions",
                ids: { try page().interactions.map(\.id.text) },
                rows: { try Self.table(try page().interactions, run) },
                text: { traits in try text(try page().interactions, traits) },
                heading: { traits in try heading(try page(), traits) },
                footer: { _ in try footer(try page()) })
        }
    }

    // MARK: Around the rows

    private func heading(
        _ page: ListInteractions.Response, _ traits: TerminalTraits
    ) throws -> [String] {
        let figures = page.analytics
        var lines = [
            TextStyle.bold.applied(to: page.title, traits),
            "Total: \(figures.total)   Outbound: \(figures.outbound)   "
                + "Inbound: \(figures.inbound)   This Week: \(figures.thisWeek)",
        ]
        if page.hasActiveFilters {
            // IL-26: chips; each can be taken off by leaving its flag out.
            let chips = page.activeFilters.map { filter in
                let label = VisibleText.line(filter.label)
                return TextStyle.blue.applied(to: "[\(label)]", traits)
            }
            lines.append("Filters: " + chips.joined(separator: " "))
        }
        return lines + [""]
    }

    private func footer(_ page: ListInteractions.Response) throws -> [String] {
        var lines: [String] = []
        let total = page.analytics.total
        if page.interactions.isEmpty, total == 0 {
            lines +=
                page.hasActiveFilters
                ? [
                    // IL-42
                    "No interactions match your filters", "Try adjusting your search or filters",
                    "Clear Filters: compass interactions list",
                ]
                : [
                    // IL-41
                    "No interactions yet", "Start logging your recruiting communications",
                    "Log Your First Interaction: compass interactions add",
                ]
        }
        lines.append("\(total) \(total == 1 ? "interaction" : "interactions") found")
        if page.interactions.count < total { lines.append("\(page.interactions.count) shown") }
        if try isPlayer() { lines.append(Self.privacyNotice) }
        return lines
    }

    private func isPlayer() throws -> Bool { try run.signedIn().membership().role == .player }

    // MARK: Rows

    private func text(_ rows: [Interaction], _ traits: TerminalTraits) throws -> String {
        if !traits.isTerminal || traits.isAccessible || traits.columns >= Self.tableColumnsMin {
            return rows.isEmpty && traits.isTerminal ? "" : try Self.table(rows, run).text(traits)
        }
        let reader = try run.signedIn().userID
        let isPlayer = try isPlayer()
        return rows.map { card(of: $0, reader, isPlayer, traits) }.joined(separator: "\n")
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
        let hasFiles = rows.contains { $0.attachmentCount > 0 }
        // An empty column would take room from the others; a pipe has the same columns always.
        if hasFiles || !run.isForPeople { columns.append(.init("Files", rightAligned: true)) }
        var table = TextTable(columns)
        for row in rows {
            var cells: [TextTable.Cell] = [
                .init(row.id.text, shown: RecordNames.short(row.id.text)),
                .init(row.displayDate?.text ?? "", shown: run.zone.text(row.displayDate)),
                .init(row.type.rawValue, shown: row.type.label),
                .init(row.direction.rawValue, shown: row.direction.label, row.direction.listStyle),
                .init(
                    row.sentiment?.rawValue ?? "", shown: row.sentiment?.label ?? "",
                    row.sentiment?.style),
                .init(row.displaySubject), .init(row.schoolText ?? ""),
                .init(row.coachText ?? ""),
            ]
            if isParent {
                let isOwn = row.loggedBy == reader
                cells.append(.init(row.loggerText(for: reader), isOwn ? .blue : .purple))
            }
            let files = String(row.attachmentCount)
            cells.append(.init(files, shown: row.attachmentCount == 0 ? "" : files))
            table.append(cells)
        }
        return table
    }

    /// A row for narrow terminals: the card of the page, at most six lines.
    private func card(
        of row: Interaction, _ reader: UserID, _ isPlayer: Bool, _ traits: TerminalTraits
    ) -> String {
        let width = max(traits.columns - 2, 10)
        var chips: [(String, TextStyle?)] = [
            (row.type.label, nil), (row.direction.label, row.direction.listStyle),
        ]
        if let sentiment = row.sentiment { chips.append((sentiment.label, sentiment.style)) }
        if !isPlayer {
            chips.append(
                (row.loggerText(for: reader), row.loggedBy == reader ? .blue : .purple))
        }
        if row.attachmentCount > 0 {
            chips.append(("\(row.attachmentCount) file\(row.attachmentCount == 1 ? "" : "s")", nil))
        }
        var lines = ["\(RecordNames.short(row.id.text))  \(run.zone.text(row.displayDate))"]
        lines.append("  " + Self.joined(chips, columns: width, traits))
        lines.append("  " + cut(row.displaySubject, width))
        if let place = row.placeText { lines.append("  " + cut(place, width)) }
        lines += preview(row.content, width).map { "  " + TextStyle.faint.applied(to: $0, traits) }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Chips that fit, from the left; colour never changes what fits.
    private static func joined(
        _ chips: [(String, TextStyle?)], columns: Int, _ traits: TerminalTraits
    ) -> String {
        var output = ""
        var used = 0
        for (text, style) in chips {
            let separator = used == 0 ? "" : " · "
            let room = columns - used - DisplayWidth.columns(of: separator)
            guard room > 1 else { break }
            let word = DisplayWidth.truncated(VisibleText.line(text), to: room)
            output += separator + (style?.applied(to: word, traits) ?? word)
            used += DisplayWidth.columns(of: separator) + DisplayWidth.columns(of: word)
        }
        return output
    }

    /// IL-36: at most two lines of the content.
    private func preview(_ content: String?, _ width: Int) -> [String] {
        guard let content else { return [] }
        let flat = VisibleText.line(String(content.prefix(2 * width + 2)))
            .trimmingPrefix { $0 == " " }
        guard !flat.isEmpty else { return [] }
        let lines = TextWrap.wrapped(String(flat), columns: width)
        let shown = lines.prefix(2).map { DisplayWidth.truncated($0, to: width) }
        guard lines.count > 2 || content.count > 2 * width + 2, let last = shown.last else {
            return shown
        }
        return shown.dropLast() + [DisplayWidth.truncated(last + " …", to: width)]
    }

    private func cut(_ text: String, _ width: Int) -> String {
        DisplayWidth.truncated(VisibleText.line(text), to: width)
    }
}
