import CommandKit
import Contracts
import ServiceKit

/// The hits of all services as text.
struct SearchList {
    /// The JSON of the list: the combined answers of the services.
    @JSONObject
    struct Document: Codable {
        var hits: [SearchHit]
        var hasMore: Bool
        var unavailable: [ServiceName]
    }

    let findings: SearchFindings
    let run: CommandRun

    var result: CommandResult {
        get throws {
            let hits = findings.hits
            return try .merged(
                Document(hits: hits, hasMore: findings.hasMore, unavailable: findings.away), run,
                rowsKey: "hits", ids: hits.map(\.id.text), away: findings.away,
                table: { table(hits) }, footer: { footer })
        }
    }

    private var footer: [String] {
        var lines: [String] = []
        if !findings.away.isEmpty {
            lines.append("\(TrashWords.away(findings.away)): some records are missing here")
        }
        guard let first = findings.hits.first else {
            return lines.isEmpty ? [SearchWords.nothing.title, SearchWords.nothing.line] : lines
        }
        if findings.hasMore { lines.append("There are more; add a word, or give --limit") }
        return lines + ["Show the first: " + first.showWords(run)]
    }

    private func table(_ hits: [SearchHit]) -> TextTable {
        var table = TextTable([
            .init("Kind"), .init("When"), .init("What", shrinksTo: 14),
            .init("With", shrinksTo: 10), .init("Text", shrinksTo: 12),
        ])
        for hit in hits {
            table.append([
                .init(hit.noun.rawValue, shown: hit.kindLabel),
                .init(
                    hit.day?.text ?? hit.at?.text ?? "",
                    shown: hit.day?.label ?? hit.at.map { run.zone.dayText($0) } ?? ""),
                .init(hit.title), .init(hit.names.joined(separator: ", ")),
                .init(hit.snippetText),
            ])
        }
        return table
    }
}

extension SearchHit {
    /// The command that shows the record, or the list in which it stands.
    fileprivate func showWords(_ run: CommandRun) -> String {
        switch noun {
        case .metric: run.line("metrics", "list")
        case .post:
            run.line("posts", "list", "--since", at?.text ?? "", "--until", at?.text ?? "")
        case .interaction, .coach, .school, .event:
            run.line(noun.plural, "show", RecordNames.short(id.text))
        }
    }
}
