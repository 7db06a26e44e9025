import CommandKit
import Contracts
import ServiceKit

/// The coaches list as text: title, filter chips, rows and count.
struct CoachList {
    /// The fewest columns for a table; narrower terminals get cards of a few lines.
    static let tableColumnsMin = 120

    let answer: Caller.Answer
    let run: CommandRun

    var result: CommandResult {
        .page(
            of: ListCoaches.self, answer, run, rowsKey: "coaches", \.coaches, id: \.id.text,
            table: { Self.table($0, run) }, text: text, heading: heading, footer: footer)
    }

    // MARK: Around the rows

    private func heading(_ page: ListCoaches.Response, _ traits: TerminalTraits) -> [String] {
        // CO-03
        [TextStyle.bold.applied(to: CoachListText.title, traits)]
            + FilterChips(page.activeFilters, of: CoachFilter.self, zone: run.zone)
            .lines(traits, above: page.total, clearing: run.line("coaches", "list"))
    }

    private func footer(
        _ page: ListCoaches.Response, _ traits: TerminalTraits
    ) throws -> [String] {
        var lines = page.total == 0 ? try nothing(page) : []
        // CO-12
        lines.append(CoachListText.count(page.total))
        if page.coaches.count < page.total { lines.append("\(page.coaches.count) shown") }
        if !page.coaches.isEmpty { lines.append(CoachListText.scope) }
        if isTable(traits), page.coaches.contains(where: \.isImportedScore) {
            lines.append(Coach.importedNote)
        }
        guard traits.isTerminal else { return lines }
        return lines.flatMap { TextWrap.wrapped($0, columns: traits.columns) }
    }

    /// CO-02, CO-35, CO-36, IA-10, U-09: the second line depends on the filters.
    private func nothing(_ page: ListCoaches.Response) throws -> [String] {
        let isOfOneSchool = page.activeFilters.map(\.name) == [CoachFilter.schoolID.rawValue]
        guard !page.hasActiveFilters || isOfOneSchool else {
            let texts = CoachListText.nothingMatches
            return [texts.title, texts.line, "\(texts.action): " + run.line("coaches", "list")]
        }
        let lines =
            [CoachListText.nothing] + (isOfOneSchool ? [] : [CoachListText.nothingYet])
        // parents cannot add coaches.
        guard try run.signedIn().membership().role == .player else { return lines }
        return lines + ["\(CoachListText.add): " + run.line("coaches", "add")]
    }

    // MARK: Rows

    private func text(_ rows: [Coach], _ traits: TerminalTraits) -> String {
        guard !isTable(traits) else { return Self.table(rows, run).text(traits) }
        let entry = CoachEntry(zone: run.zone, traits: traits)
        return rows.map { traits.isAccessible ? entry.sentence(of: $0) : entry.card(of: $0) }
            .joined(separator: "\n")
    }

    private func isTable(_ traits: TerminalTraits) -> Bool {
        let isNarrow = traits.isAccessible || traits.columns < Self.tableColumnsMin
        return !run.invocation.isOn("cards") && !(traits.isTerminal && isNarrow)
    }

    /// The rows as a table.
    static func table(_ coaches: [Coach], _ run: CommandRun) -> TextTable {
        var table = TextTable([
            .init("ID"), .init("Name", shrinksTo: 10), .init("Role"),
            .init("School", shrinksTo: 10), .init("E-mail", shrinksTo: 8), .init("Phone"),
            .init("Responsive", rightAligned: true), .init("Last Contact"),
        ])
        // Keeps the percent signs aligned.
        let hasImported = coaches.contains(where: \.isImportedScore)
        for coach in coaches {
            let blank = hasImported && !coach.isImportedScore ? " " : ""
            table.append([
                .id(coach.id),
                .init(coach.fullName),
                .init(coach.role.rawValue, shown: coach.role.shortLabel, coach.role.style),
                .init(coach.schoolText), .init(coach.email ?? ""), .init(coach.phone ?? ""),
                .init(
                    coach.scoreNumber ?? "", shown: coach.markedScoreText + blank,
                    coach.scoreStyle),
                coach.lastContactCell(run.zone),
            ])
        }
        return table
    }
}
