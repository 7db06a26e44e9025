import CommandKit
import Contracts

/// The result of one line.
struct LineVerdict {
    /// The three outcomes.
    enum Outcome {
        /// Stored under this id, now or by an earlier run with the same key.
        case logged(id: String, isReplayed: Bool)
        /// Valid; a dry run stores nothing.
        case accepted
        case refused(CommandFailure)
    }

    let line: Int
    let outcome: Outcome
    var warnings: [String] = []

    /// The outcome's word, the same in every output format.
    var status: String {
        switch outcome {
        case .logged: "logged"
        case .accepted: "accepted"
        case .refused: "refused"
        }
    }

    var id: String {
        if case .logged(let id, _) = outcome { return id }
        return ""
    }

    /// The errors by field, or the message of the failure; otherwise the warnings.
    var text: String {
        switch outcome {
        case .logged(_, let isReplayed):
            return (warnings + (isReplayed ? ["logged before"] : [])).joined(separator: "; ")
        case .accepted: return warnings.joined(separator: "; ")
        case .refused(let failure):
            guard !failure.errors.isEmpty else { return failure.message }
            return failure.errors.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
                .joined(separator: "; ")
        }
    }

    /// `{"line":1,"status":"logged","id":"…","replayed":false,"warnings":[]}`, or with the same
    /// `error` object as every other command.
    var json: JSONValue {
        var members: [(String, JSONValue)] = [
            ("line", .integer(line)), ("status", .string(status)),
        ]
        switch outcome {
        case .logged(let id, let isReplayed):
            members += [("id", .string(id)), ("replayed", .bool(isReplayed))]
            members.append(("warnings", .array(warnings.map { .string($0) })))
        case .accepted:
            members.append(("warnings", .array(warnings.map { .string($0) })))
        case .refused(let failure):
            if case .object(let inner) = failure.json { members += inner }
        }
        return .object(members)
    }

    /// Exit codes from least to most severe; a run exits with its most severe one.
    private static let gravity: [ExitCode] = [
        .success, .invalid, .conflict, .notFound, .forbidden, .unauthenticated, .unavailable,
        .failure,
    ]

    /// The more severe of two exit codes.
    static func worse(_ left: ExitCode, _ right: ExitCode) -> ExitCode {
        let rank = { (code: ExitCode) in gravity.firstIndex(of: code) ?? gravity.count }
        return rank(right) > rank(left) ? right : left
    }
}

/// Writes verdicts as they arrive, in the format chosen with `--output`, without keeping them.
struct VerdictWriter {
    let format: OutputFormat
    let console: Console
    let csv: CSVWriter
    private var count = 0

    init(_ run: CommandRun) throws {
        format = try run.format
        console = run.console
        csv = CSVWriter(guardsFormulas: !run.invocation.isOn("raw"))
    }

    /// Writes the text before the first verdict.
    func begin(key: IdempotencyKey?) {
        switch format {
        case .json:
            let key = key.map { JSONValue.string($0.text) } ?? .null
            put("{\"key\":\(key.text),\"lines\":[")
        case .csv: put(csv.line(["line", "status", "id", "message"]))
        case .table where !console.traits.isTerminal: put("LINE\tSTATUS\tID\tMESSAGE\n")
        case .table, .xlsx, .pdf, .jsonl, .name: break
        }
    }

    mutating func write(_ verdict: LineVerdict) {
        defer { count += 1 }
        let fields = [String(verdict.line), verdict.status, verdict.id, verdict.text]
        switch format {
        case .json: put((count == 0 ? "" : ",") + safe(verdict.json.text))
        case .jsonl: put(safe(verdict.json.text) + "\n")
        case .csv: put(shown(csv.line(fields)))
        case .name: if !verdict.id.isEmpty { put(verdict.id + "\n") }
        case .table where console.traits.isTerminal: put(row(verdict) + "\n")
        case .table, .xlsx, .pdf: put(fields.map(TabText.escaped).joined(separator: "\t") + "\n")
        }
    }

    /// Writes the text after the last verdict.
    func end(logged: Int, accepted: Int, refused: Int) {
        guard format == .json else { return }
        put("],\"logged\":\(logged),\"accepted\":\(accepted),\"refused\":\(refused)}\n")
    }

    private func row(_ verdict: LineVerdict) -> String {
        let style: TextStyle? =
            switch verdict.outcome {
            case .logged: .green
            case .accepted: .blue
            case .refused: .red
            }
        let number = DisplayWidth.padded(String(verdict.line), to: 6, rightAligned: true)
        let word = DisplayWidth.padded(verdict.status, to: 8)
        let rest = [verdict.id.isEmpty ? "" : RecordNames.short(verdict.id), verdict.text]
            .filter { !$0.isEmpty }.joined(separator: "  ")
        return "\(number)  \(style?.applied(to: word, console.traits) ?? word)  "
            + VisibleText.line(rest)
    }

    private func safe(_ json: String) -> String {
        guard console.traits.isTerminal else { return json }
        return String(decoding: JSONBytes.safeForTerminal(Array(json.utf8)), as: UTF8.self)
    }

    private func shown(_ text: String) -> String {
        console.traits.isTerminal ? VisibleText.block(text) : text
    }

    private func put(_ text: String) { console.writeResult(Array(text.utf8)) }
}
