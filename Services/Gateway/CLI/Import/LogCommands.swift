import CommandKit
import Contracts
import Imports

enum LogCommands {
    static let all = [importing]

    private static let importing = CompassCommand(
        "import log", .mutating, "Import the list of contacts that your family keeps",
        details: """
            Each row is a contact; its school and its coach are found among your family's, \
            however they are written, or else added, with what the row says about them. A name \
            that may mean several schools is asked about at a terminal, and so is a row that \
            cannot be read; a script answers with --map-value school:NAME=ID (the id of the \
            catalogue, another name, or "new") and --leave-out, or is told all questions. What is \
            there already is neither changed nor logged twice, so that a list that has grown can \
            be imported again; a row that says the same as an earlier one is left out. --dry-run \
            tells what becomes of each row. Rows without a type or direction get those of --type \
            and --direction. The command that undoes everything is printed at the end. Days and \
            times are in your zone (--tz). "compass import template log" prints a log to begin with.

            Fields: \(ImportKind.log.fields.map(\.name).joined(separator: ", ")).
            """,
        arguments: [ImportCommands.file],
        flags: ImportCommands.reading + [
            .value(
                "type",
                .word(InteractionType.allCases.map { .init($0.rawValue, $0.label) }),
                default: LogDefaults().type.rawValue, "The type of rows without one"),
            .value(
                "direction",
                .word(Direction.allCases.map { .init($0.rawValue, $0.label) }),
                default: LogDefaults().direction.rawValue, "The direction of rows without one"),
            .toggle("day-first", "Read dates such as 3/4/26 with the day first"),
            .value(
                "take-in", ImportCommands.line, repeatable: true,
                "Import the row of a line that says the same as an earlier one"),
        ] + ImportCommands.rows,
        examples: [
            "compass import log recruiting.xlsx --dry-run": "What becomes of each row",
            "compass import log recruiting.xlsx --sheet Contacts": "One of the sheets",
        ]
    ) { run in try LogImport(run).result() }
}
