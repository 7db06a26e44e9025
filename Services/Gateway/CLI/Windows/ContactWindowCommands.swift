import CommandKit
import Contracts
import Foundation
import ServiceKit

/// The `windows` commands: the family's table of contact windows.
enum ContactWindowCommands {
    static let all = [importing, list, clear, template]

    private static let importing = CompassCommand(
        "windows import", .mutating, "Replace the family's contact windows with a file's",
        details: """
            The first line names the columns: \(columns). A rule is open, if contact is usual \
            in its period, or closed, if the rules that you copied rule contact out. Without \
            division, types or direction it is about all of them; several types have \
            semicolons between them. Without a last day the period has no end. Each rule has \
            its source and the day on which you last compared it; "windows template" prints an \
            example. All rows are stored or none. compass \
            never refuses a contact because of a rule, and checks none of them.
            """,
        arguments: [
            Argument(
                "FILE", "A file of comma-separated values (UTF-8); - for standard input",
                .path())
        ],
        examples: [
            "compass windows import windows.csv --dry-run": "Check the file",
            "compass windows import windows.csv": "Store it",
        ]
    ) { run in
        do {
            let answer = try run.change(
                ImportContactWindows.self,
                .init(csv: try text(ofFile: run.argument(0))))
            let done = try? run.decoded(ImportContactWindows.Response.self, answer)
            return .line(
                done.map(summary) ?? "The file can be stored", json: answer.json,
                notes: done?.warnings ?? [])
        } catch let failure as CommandFailure { throw listed(failure, run) }
    }

    private static let list = CompassCommand(
        "windows list", .readOnly, "List the family's contact windows",
        details: "As CSV, it has the columns of a file to import.",
        examples: [
            "compass windows list": "By first day, with source and check",
            "compass windows list -o csv > windows.csv": "To edit and import again",
        ]
    ) { run in
        let (answer, response) = try run.reading(ListContactWindows.self, EmptyRequest())
        return CommandResult(
            json: answer.json, rowsKey: "windows", ids: { [] },
            rows: { table(try response()) },
            text: { traits in
                let response = try response()
                return response.windows.isEmpty
                    ? "\(ContactWindowText.empty).\n" : table(response).text(traits)
            },
            footer: { _ in
                let response = try response()
                return response.windows.isEmpty
                    ? ["Begin with: " + run.line("windows", "template")]
                    : [CountedNoun.text(response.windows.count, "rules")] + response.warnings
            })
    }

    private static let clear = CompassCommand(
        "windows clear", .mutating, "Remove the family's contact windows",
        details: "Asks for confirmation unless --yes is given. They cannot be brought back.",
        examples: ["compass windows clear": "Asks for confirmation"]
    ) { run in
        try run.confirm(ContactWindowText.clearQuestion)
        let answer = try run.change(ClearContactWindows.self, EmptyRequest())
        let done = try? run.decoded(ClearContactWindows.Response.self, answer)
        return .line(
            "Removed " + CountedNoun.text(done?.removed ?? 0, "rules"), json: answer.json)
    }

    private static let template = CompassCommand(
        "windows template", .readOnly, "Print the columns of a file of contact windows",
        details: "The one row is an example that nobody should store.",
        examples: ["compass windows template > windows.csv": "To a file"]
    ) { _ in
        let text = ContactWindowCSV.template
        let json = JSONValue.object([("csv", .string(text))])
        return CommandResult(
            json: json.bytes, ids: { [] },
            rows: {
                var table = TextTable(ContactWindowCSV.Column.allCases.map { .init($0.rawValue) })
                var reader = CSVReader(Array(text.utf8))
                for row in try reader.rest().dropFirst() {
                    table.append(row.fields.map { .init($0) })
                }
                return table
            },
            text: { _ in text })
    }

    // MARK: Parts

    private static let columns = ContactWindowCSV.Column.allCases.map(\.rawValue).joined(
        separator: ", ")

    /// Reads a file, or of a file that is too long as much as shows it; `-` is standard input.
    private static func text(ofFile path: String) throws -> String {
        func refusal(_ reason: String) -> CommandFailure {
            CommandFailure(
                UsageError(
                    .badValue, "\(ImportSource.shown(path)) cannot be read", reason: reason,
                    remedy: "For the file format, see: compass windows import --help",
                    field: "file"))
        }
        guard let handle = path == "-" ? .standardInput : FileHandle(forReadingAtPath: path) else {
            throw refusal("It does not exist, or you may not read it.")
        }
        var bytes: [UInt8] = []
        do {
            while bytes.count <= ContactWindowLimit.csvBytesMax,
                let chunk = try handle.read(upToCount: ImportSource.chunkBytes), !chunk.isEmpty
            {
                bytes += chunk
            }
        } catch { throw refusal("It is a folder, or you may not read it.") }
        guard bytes.count <= ContactWindowLimit.csvBytesMax else {
            throw refusal("It has over \(ContactWindowLimit.csvBytesMax) bytes.")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw refusal("It is not UTF-8; save it as CSV in UTF-8.")
        }
        return text
    }

    private static func summary(_ done: ImportContactWindows.Response) -> String {
        let stored = "Stored " + CountedNoun.text(done.stored, "rules")
        return done.replaced == 0
            ? stored : "\(stored) in place of \(CountedNoun.text(done.replaced, "rules"))"
    }

    /// The failure with the problems of the file's lines, which are shown one by one.
    private static func listed(_ failure: CommandFailure, _ run: CommandRun) -> CommandFailure {
        let problems = ContactWindowProblem.all(in: failure.errors)
        guard let first = problems.first else { return failure }
        let isAlone = problems.count == 1
        if !isAlone { for problem in problems { run.note(problem.sentence) } }
        var failure = failure
        failure.errors = Dictionary(
            problems.map { ($0.field, $0.text) }, uniquingKeysWith: { first, _ in first })
        failure.rows = problems.map { CommandFailure.Row($0.line, $0.field, $0.text) }
        failure.message = "The file was not stored; nothing was changed"
        failure.reason = isAlone ? first.sentence : nil
        failure.remedy = "Fix \(isAlone ? "this" : "these"), then rerun with --dry-run."
        return failure
    }

    /// Its columns in CSV are those of `ContactWindowCSV`.
    private static func table(_ response: ListContactWindows.Response) -> TextTable {
        var table = TextTable([
            .init("Kind"), .init("Division"), .init("Types", shrinksTo: 8), .init("Direction"),
            .init("First day"), .init("Last day"), .init("Note", shrinksTo: 8),
            .init("Source", shrinksTo: 12), .init("Checked on"),
        ])
        for window in response.windows {
            let age = window.isOutdated(on: response.today) ? Tone.amber.style : nil
            table.append([
                .init(
                    window.kind.rawValue, shown: window.kind.label, window.kind.tone.style),
                .init(window.division?.rawValue ?? "", shown: window.division?.rawValue ?? "All"),
                .init(
                    window.types.map(\.rawValue).joined(separator: ";"),
                    shown: window.types.isEmpty
                        ? "All" : window.types.map(\.label).joined(separator: ", ")),
                .init(
                    window.direction?.rawValue ?? "", shown: window.direction?.label ?? "Both"),
                .init(window.firstDay.text, shown: window.firstDay.label),
                .init(window.lastDay?.text ?? "", shown: window.lastDay?.label ?? "open"),
                .init(window.note ?? ""), .init(window.source),
                .init(window.checkedOn.text, shown: window.checkedOn.label, age),
            ])
        }
        return table
    }
}
