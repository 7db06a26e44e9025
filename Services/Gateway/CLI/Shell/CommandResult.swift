import CommandKit

/// What a command found, in every form that `--output` names. The forms are made when they are
/// asked for: `-o json` never decodes the answer.
struct CommandResult {
    /// The operation's response.
    var json: [UInt8]
    /// The member that holds the rows, for `-o jsonl`.
    var rowsKey: String?
    /// The ids, for `-o name`.
    var ids: () throws -> [String]
    /// One row per record, for `-o csv`.
    var rows: () throws -> TextTable
    /// What people read, for a terminal or as tab-separated lines.
    var text: (TerminalTraits) throws -> String
    /// Writes a result that may be too long to be held, piece by piece, as CSV; stands in for
    /// `rows` and `text`. A piece ends at the end of a line.
    var pieces: ((_ write: (String) throws -> Void) throws -> Void)?
    /// One text for each row, where people read rows one by one; nil where they read a table.
    var entries: (TerminalTraits) throws -> [String]? = { _ in nil }
    /// Lines above the text: on stdout of a terminal, on stderr beside a pipe.
    var heading: (TerminalTraits) throws -> [String] = { _ in [] }
    /// Lines below the text, likewise.
    var footer: (TerminalTraits) throws -> [String] = { _ in [] }
    /// Hints for stderr, silenced by `-q`.
    var notes: [String] = []
    /// What the shell is told.
    var exitCode = ExitCode.success
    /// Whether the result went out while the command ran; only the notes are left.
    var isWritten = false

    /// A result that went out while the command ran.
    static func written(_ exitCode: ExitCode, notes: [String]) -> CommandResult {
        var result = CommandResult.line("", json: [], notes: notes)
        result.exitCode = exitCode
        result.isWritten = true
        return result
    }

    /// A result that is one line of text and, for tables, one row.
    static func line(
        _ text: String, json: [UInt8], id: String = "", notes: [String] = []
    ) -> CommandResult {
        CommandResult(
            json: json, ids: { id.isEmpty ? [] : [id] },
            rows: {
                var table = TextTable([.init("Result")])
                table.append([.init(text)])
                return table
            },
            text: { _ in VisibleText.line(text) + "\n" }, notes: notes)
    }

    /// A result that is one record: a card for people, one row for tables.
    static func record(
        json: [UInt8], ids: @escaping () throws -> [String], card: @escaping () throws -> Card,
        rows: @escaping () throws -> TextTable, notes: [String] = []
    ) -> CommandResult {
        CommandResult(
            json: json, ids: ids, rows: rows, text: { try card().text($0) }, notes: notes)
    }

    /// What follows this result where it was shown before with other rows: the rows at these
    /// places, in every form without header, heading and footer.
    func continued(at places: [Int]) -> CommandResult {
        func kept<Row>(_ rows: [Row]) -> [Row] {
            places.filter(rows.indices.contains).map { rows[$0] }
        }
        let key = rowsKey ?? "rows"
        let elements = JSONBytes.member(key, of: json).map { JSONBytes.elements(of: $0) } ?? []
        let comma = [UInt8(ascii: ",")]
        return CommandResult(
            json: Array("{\"\(key)\":[".utf8) + kept(elements).joined(separator: comma)
                + Array("]}".utf8),
            rowsKey: key, ids: { kept(try ids()) }, rows: { try rows().continued(at: places) },
            text: { traits in
                guard let entries = try entries(traits) else {
                    return try rows().continued(at: places).text(traits)
                }
                return kept(entries).map { "\n" + $0 }.joined()
            })
    }
}
