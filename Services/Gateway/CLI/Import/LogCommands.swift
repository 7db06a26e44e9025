import CommandKit
import Contracts
import Imports

enum LogCommands {
    static let all = [importing]

    private static let importing = CompassCommand(
        "import log", .mutating, "Import the list of contacts that your family keeps",
        details: """
            Each row is a contact; its school and its coach are found among your family's, \
            whatever the case, or else added, with what the row says about them. A short or \
            other name of a school is looked up in the catalogue. What is there already is \
            neither changed nor logged twice, so that a list that has grown can be imported \
            again. All rows are imported or none; --dry-run tells what becomes of each. Rows \
            without a type or direction get those of --type and --direction. The command that \
            undoes everything is printed at the end. Days and times are in your zone (--tz). \
            "compass import template log" prints a log to begin with.

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
        ],
        examples: [
            "compass import log recruiting.xlsx --dry-run": "What becomes of each row",
            "compass import log recruiting.xlsx --sheet Contacts": "One of the sheets",
        ]
    ) { run in try LogImport(run).result() }
}
