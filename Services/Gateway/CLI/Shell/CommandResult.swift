import CommandKit
import Contracts
import ServiceKit

/// The result of a command, in every output format. Formats are produced on demand: `-o json` never
/// decodes the answer.
struct CommandResult {
    /// The operation's response.
    var json: [UInt8]
    /// The JSON member that holds the rows, for `-o jsonl`.
    var rowsKey: String?
    /// The ids, for `-o name`.
    var ids: () throws -> [String]
    /// One row per record, for `-o csv`.
    var rows: () throws -> TextTable
    /// The text for people on a terminal, or tab-separated lines.
    var text: (TerminalTraits) throws -> String
    /// Writes a result that may be too long for memory, piece by piece, as CSV; replaces `rows` and
    /// `text`. Each piece consists of whole lines.
    var pieces: ((_ write: (String) throws -> Void) throws -> Void)?
    /// A text for each row if rows are shown one by one; nil if they are shown as a table.
    var entries: (TerminalTraits) throws -> [String]? = { _ in nil }
    /// Lines above the text: on stdout of a terminal, otherwise on stderr.
    var heading: (TerminalTraits) throws -> [String] = { _ in [] }
    /// Lines below the text, written like the heading.
    var footer: (TerminalTraits) throws -> [String] = { _ in [] }
    /// Hints for stderr, silenced by `-q`.
    var notes: [String] = []
    var exitCode = ExitCode.success
    /// Whether the result was written while the command ran; only the notes remain.
    var isWritten = false

    /// A result that was written while the command ran.
    static func written(_ exitCode: ExitCode, notes: [String]) -> CommandResult {
        var result = CommandResult.line("", json: [], notes: notes)
        result.exitCode = exitCode
        result.isWritten = true
        return result
    }

    /// A result of one line of text, or one row in tables.
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

    /// A result of one record: a card for people, one row in tables.
    static func record(
        json: [UInt8], ids: @escaping () throws -> [String], card: @escaping () throws -> Card,
        rows: @escaping () throws -> TextTable, notes: [String] = []
    ) -> CommandResult {
        CommandResult(
            json: json, ids: ids, rows: rows, text: { try card().text($0) }, notes: notes)
    }

    /// A result of a new record with a secret, which is in no later answer.
    static func secret(
        _ secret: String, json: [UInt8], id: String, fields: [(String, TextTable.Cell)],
        rows: @escaping () throws -> TextTable, notes: [String] = []
    ) -> CommandResult {
        .record(
            json: json, ids: { [id] },
            card: {
                var card = Card()
                card.field("Secret", secret)
                for (label, cell) in fields { card.field(label, cell) }
                return card
            },
            rows: rows, notes: ["The secret is shown only once."] + notes)
    }

    /// A result of the records that an operation lists, which are rows of a table in every format.
    /// `empty` is the line for people if there are none.
    static func list<Op: Operation, Record>(
        of operation: Op.Type, _ request: Op.Request, _ run: CommandRun, rowsKey: String,
        _ records: @escaping (Op.Response) -> [Record], id: @escaping (Record) -> String,
        empty: String? = nil, table: @escaping ([Record]) -> TextTable
    ) throws -> CommandResult {
        let (answer, records) = try run.reading(operation, request, records)
        return CommandResult(
            json: answer.json, rowsKey: rowsKey, ids: { try records().map(id) },
            rows: { table(try records()) },
            text: { traits in
                let records = try records()
                if let empty, records.isEmpty { return empty + "\n" }
                return table(records).text(traits)
            })
    }

    /// A result of the answers of several services, merged into one table. A terminal shows nothing
    /// in place of an empty table, and the exit code says whether services were away.
    static func merged(
        _ document: some Encodable, _ run: CommandRun, rowsKey: String, ids: [String],
        away: [ServiceName], table: @escaping () -> TextTable,
        heading: @escaping (TerminalTraits) -> [String] = { _ in [] },
        footer: @escaping () -> [String]
    ) throws -> CommandResult {
        CommandResult(
            json: try run.encoded(document), rowsKey: rowsKey, ids: { ids }, rows: table,
            text: { ids.isEmpty && $0.isTerminal ? "" : table().text($0) }, heading: heading,
            footer: { _ in footer() }, exitCode: away.isEmpty ? .success : .unavailable)
    }

    /// A result of a list's page, whose parts are made of the response and its records.
    static func page<Op: Operation, Record>(
        of operation: Op.Type, _ answer: Caller.Answer, _ run: CommandRun, rowsKey: String,
        _ records: @escaping (Op.Response) -> [Record], id: @escaping (Record) -> String,
        table: @escaping ([Record]) throws -> TextTable,
        text: @escaping ([Record], TerminalTraits) throws -> String,
        heading: @escaping (Op.Response, TerminalTraits) throws -> [String],
        footer: @escaping (Op.Response, TerminalTraits) throws -> [String],
        entries: @escaping ([Record], TerminalTraits) throws -> [String]? = { _, _ in nil }
    ) -> CommandResult {
        let page = run.decoding(Op.Response.self, answer)
        let rows = { records(try page()) }
        return CommandResult(
            json: answer.json, rowsKey: rowsKey, ids: { try rows().map(id) },
            rows: { try table(try rows()) }, text: { try text(try rows(), $0) },
            entries: { try entries(try rows(), $0) }, heading: { try heading(try page(), $0) },
            footer: { try footer(try page(), $0) })
    }

    /// The rows at these indices, in every format without header, heading and footer, as a
    /// continuation of a result already shown.
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
