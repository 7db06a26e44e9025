import CommandKit
import Contracts
import ServiceKit

/// Entries of the history of all services, in text and JSON.
struct HistoryList {
    /// Characters of a value that a line of text shows.
    static let valueShownMax = 60

    let title: String
    let entries: [FoundEntry]
    /// Where the next page begins; nil at the end.
    let next: ChangeID?
    let away: [ServiceName]
    let run: CommandRun

    var result: CommandResult {
        get throws {
            let words = entries.map { HistoryWords($0.entry, zone: run.zone) }
            var result = CommandResult(
                json: try json, rowsKey: "entries", ids: { entries.map(\.entry.id.text) },
                rows: { table(words) },
                text: { traits in
                    guard traits.isTerminal else { return table(words).text(traits) }
                    return words.map { text(of: $0, traits) }.joined()
                },
                heading: { traits in [TextStyle.bold.applied(to: title, traits), ""] },
                footer: { _ in footer })
            if !away.isEmpty { result.exitCode = .unavailable }
            return result
        }
    }

    private var footer: [String] {
        var lines: [String] = []
        if entries.isEmpty { lines.append("Nothing happened that you may see here") }
        if !away.isEmpty {
            lines.append("\(TrashWords.away(away)): what they keep is missing here")
        }
        if let next { lines.append("More: --cursor \(next)") }
        return lines
    }

    /// The services' entries with before and after as the records' own JSON.
    private var json: [UInt8] {
        get throws {
            var json = JSONWriter(capacity: 65_536)
            json.beginObject()
            json.key("entries")
            json.beginArray()
            for found in entries { try write(found, to: &json) }
            json.endArray()
            json.key("next_cursor")
            json.identifier(next)
            json.key("unavailable")
            json.beginArray()
            for service in away { json.string(service.rawValue) }
            json.endArray()
            json.endObject()
            return json.bytes
        }
    }

    private func write(_ found: FoundEntry, to json: inout JSONWriter) throws {
        let entry = found.entry
        json.beginObject()
        json.key("actor")
        json.identifier(entry.actor)
        json.key("actor_name")
        json.string(entry.actorName)
        json.key("after")
        if let after = entry.after { json.raw(json: Array(after.utf8)) } else { json.null() }
        json.key("before")
        if let before = entry.before { json.raw(json: Array(before.utf8)) } else { json.null() }
        json.key("id")
        json.identifier(entry.id)
        json.key("occurred_at")
        json.instant(entry.occurredAt)
        json.key("record_id")
        json.string(entry.recordID)
        json.key("record_type")
        json.string(entry.recordType)
        json.key("role")
        json.string(entry.role?.rawValue)
        json.key("service")
        json.string(found.service.rawValue)
        json.key("trace_id")
        json.identifier(entry.traceID)
        json.key("type")
        json.string(entry.type)
        json.key("version")
        json.integer(Int(entry.version))
        json.endObject()
    }

    private func table(_ rows: [HistoryWords]) -> TextTable {
        var table = TextTable([
            .init("Time"), .init("Who", shrinksTo: 8), .init("Action"),
            .init("What", shrinksTo: 16),
            .init("Changes", shrinksTo: 16), .init("Record"),
        ])
        for row in rows {
            table.append([
                .init(row.entry.occurredAt.text, shown: run.zone.text(row.entry.occurredAt)),
                .init(row.who), .init(row.action), .init(row.what), .init(row.changesLine),
                .init(row.entry.recordID),
            ])
        }
        return table
    }

    /// When, who, what, which record; then a line for each field that became another.
    private func text(of row: HistoryWords, _ traits: TerminalTraits) -> String {
        let time = run.zone.text(row.entry.occurredAt)
        let room = max(traits.columns - time.count - 2, 20)
        let sentence = DisplayWidth.truncated(
            VisibleText.line("\(row.who) \(row.action) \(row.what)"), to: room)
        let id = RecordNames.short(row.entry.recordID)
        let hasRoom = DisplayWidth.columns(of: sentence) + 2 + id.count <= room
        let head =
            TextStyle.faint.applied(to: time, traits) + "  " + sentence
            + (hasRoom ? "  " + TextStyle.faint.applied(to: id, traits) : "")
        let changes = row.changes.map { change in
            DisplayWidth.truncated(
                "  \(change.label): \(cut(change.before)) → \(cut(change.after))",
                to: max(traits.columns, 20))
        }
        return ([head] + changes).map { $0 + "\n" }.joined()
    }

    private func cut(_ text: String) -> String {
        DisplayWidth.truncated(VisibleText.line(text), to: Self.valueShownMax)
    }
}
