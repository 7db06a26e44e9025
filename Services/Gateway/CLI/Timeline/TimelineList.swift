import CommandKit
import Contracts
import ServiceKit

/// A page of a timeline as text.
struct TimelineList {
    /// The JSON of a page: the merged answers of the services.
    @JSONObject(nulls: true)
    struct Document: Codable {
        var entries: [TimelineEntry]
        var figures: TimelineFigures?
        var hasMore: Bool
        var nextCursor: String?
        var unavailable: [ServiceName]
    }

    let subject: TimelineSubject
    let found: FoundTimeline
    let run: CommandRun
    private var timeline: Timeline { found.timeline }

    var result: CommandResult {
        get throws {
            let scope = FigureScope(readBy: try run.signedIn().membership().role)
            return try .merged(
                Document(
                    entries: timeline.entries, figures: found.figures, hasMore: timeline.hasMore,
                    nextCursor: timeline.next, unavailable: timeline.away), run,
                rowsKey: "entries", ids: timeline.entries.map(\.id.text), away: timeline.away,
                table: { table },
                heading: { heading($0, scope) }, footer: { footer })
        }
    }

    /// The figures, the finding that somebody has gone quiet first.
    private func heading(_ traits: TerminalTraits, _ scope: FigureScope) -> [String] {
        guard let sentences = found.figures?.sentences(scope) else { return [] }
        return sentences.map { sentence in
            sentence == found.figures?.quietText
                ? TextStyle.amber.applied(to: sentence, traits) : sentence
        } + (sentences.isEmpty ? [] : [""])
    }

    private var footer: [String] {
        var lines: [String] = []
        if timeline.entries.isEmpty, timeline.away.isEmpty { lines.append(TimelineText.nothing) }
        if !timeline.away.isEmpty {
            lines.append("\(TrashWords.away(timeline.away)): some entries are missing here")
        }
        if let next = timeline.next { lines.append("More: --cursor \(next)") }
        return lines
    }

    private var table: TextTable {
        // A family with one player need not be told who logged a contact.
        let isOfSeveral = Set(timeline.entries.compactMap(\.loggedBy)).count > 1
        var table = TextTable(
            [
                .init("When"), .init("Kind"), .init("Direction"), .init("What", shrinksTo: 14),
                .init("With", shrinksTo: 10),
            ] + (isOfSeveral ? [.init("Logged by", shrinksTo: 8)] : []) + [
                .init("Interest"), .init("Text", shrinksTo: 12),
            ])
        for entry in timeline.entries {
            table.append(
                [
                    .init(
                        entry.day?.text ?? entry.time?.text ?? "",
                        shown: entry.dayText ?? entry.at.map { run.zone.dayText($0) } ?? ""),
                    .init(entry.type, shown: entry.kindLabel),
                    .init(
                        entry.direction?.rawValue ?? entry.status?.rawValue ?? "",
                        shown: entry.wayLabel ?? "", entry.direction?.listStyle),
                    .init(entry.title), .init(with(entry) ?? ""),
                ] + (isOfSeveral ? [.init(entry.loggedByName ?? "")] : []) + [
                    .init(
                        entry.interest?.rawValue ?? "", shown: entry.interest?.label ?? ""),
                    .init(entry.text ?? ""),
                ])
        }
        return table
    }

    /// Whom an entry is with, besides the one whose timeline it is.
    private func with(_ entry: TimelineEntry) -> String? {
        switch subject {
        case .coach: entry.schoolName
        case .school: entry.coachName
        }
    }
}
