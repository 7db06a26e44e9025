import CommandKit
import Contracts
import ServiceKit

/// Entries of the history of all services, as text and JSON.
struct HistoryList {
    /// The widest value in a line of text, in columns.
    static let valueShownMax = 60

    let title: String
    let entries: [FoundEntry]
    /// The cursor of the next page; nil at the end.
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
        if entries.isEmpty { lines.append("No changes that you may see") }
        if !away.isEmpty {
            lines.append("\(TrashWords.away(away)): some records are missing here")
        }
        if let next { lines.append("More: --cursor \(next)") }
        return lines
    }

    /// The services' entries, with the records' own JSON before and after.
    private var json: [UInt8] {
        get throws {
            var json = JSONWriter(capacity: 65_536)
            json.beginObject()
            json.key("entries")
            json.beginArray()
            for found in entries { try write(found, to: &json) }
            json.endArray()
            json.member("next_cursor", next)
            json.member("unavailable", away)
            json.endObject()
            return json.bytes
        }
    }

    private func write(_ found: FoundEntry, to json: inout JSONWriter) throws {
        let entry = found.entry
        json.beginObject()
        json.member("actor", entry.actor)
        json.member("actor_name", entry.actorName)
        json.key("after")
        if let after = entry.after { json.raw(json: Array(after.utf8)) } else { json.null() }
        json.key("before")
        if let before = entry.before { json.raw(json: Array(before.utf8)) } else { json.null() }
        json.member("id", entry.id)
        json.member("merged_into", entry.mergedInto)
        json.member("occurred_at", entry.occurredAt)
        json.member("record_id", entry.recordID)
        json.member("record_type", entry.recordType)
        json.member("role", entry.role)
        json.member("service", found.service)
        json.member("trace_id", entry.traceID)
        json.member("type", entry.type)
        json.member("version", Int(entry.version))
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
                .time(row.entry.occurredAt, in: run.zone),
                .init(row.who), .init(row.action), .init(row.what), .init(row.changesLine),
                .init(row.entry.recordID),
            ])
        }
        return table
    }

    /// Time, person, action and record; then a line for each changed field.
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

extension HistoryWords {
    /// The words with times in a zone.
    init(_ entry: HistoryEntry, zone: LocalZone) {
        self.init(entry) { zone.text($0) }
    }
}
