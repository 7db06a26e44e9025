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
}
