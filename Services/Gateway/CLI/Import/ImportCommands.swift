import CommandKit
import Contracts
import Imports
import ServiceKit

enum ImportCommands {
    static let all = [schools, coaches, interactions, events, metrics, template]

    static let file = Argument(
        "FILE",
        "A workbook (.xlsx), comma-separated values or, of coaches, an address book (.vcf); - for "
            + "standard input",
        .path())
    /// A line of a file.
    static let line = ValueType.integer("LINE", in: 1...9_999_999)
    /// How the columns of a file and its words are read.
    static let reading = [
        Flag.value(
            "map", .text("COLUMN=FIELD"), repeatable: true, default: "guessed from the names",
            "Assign a column to a field; COLUMN= ignores it"),
        Flag.value(
            "map-value", .text("FIELD:TEXT=VALUE"), repeatable: true,
            "Read a text of a field as a value; TEXT= reads it as nothing"),
        Flag.value(
            "sheet", .text("NAME"), default: "the first with the columns",
            "The sheet of a workbook to read"),
        .value(
            "header-row", .integer("LINE", in: 1...ImportLimit.headerLineMax),
            default: "found among the first \(ImportLimit.headerRowsMax)",
            "The line that names the columns"),
    ]
    /// What becomes of single rows.
    static let rows = [
        Flag.value("leave-out", line, repeatable: true, "Leave the row of a line out"),
        .value(
            "join", line, repeatable: true,
            "Read the values of a line beyond the last column as a part of its text"),
        .toggle("ready-only", "Import the rows that are ready; leave out those that need you"),
    ]
    private static let update = Flag.toggle("update", "Update records that are already there")
    private static let again = Flag.toggle("again", "Import a file that was imported before")

    private static func details(_ kind: ImportKind, _ text: String) -> String {
        """
        One of the first lines names the columns; rows without \(kind.oneRecord) are skipped. \
        In a workbook, the lines are the rows of a sheet. A row that cannot be imported stops \
        itself: at a terminal, you write its cell anew or leave it out. A script that does not say \
        --ready-only or --leave-out is told all such rows, and nothing is imported. \
        \(text) \(kind.updatesRecords ? updating : "")\(kind.recognition)

        Fields: \(kind.fields.map(\.name).joined(separator: ", ")).
        """
    }

    private static let updating = """
        With --update, a row updates the record that it means instead; an empty cell leaves the \
        field as it is. \

        """

    /// A command that imports the records of a recipe; `text` says what is particular to them.
    private static func importing<Recipe: ImportRecipe>(
        _ text: @autoclosure @escaping @Sendable () -> String,
        flags: @autoclosure @escaping @Sendable () -> [Flag],
        examples: @autoclosure @escaping @Sendable () -> KeyValuePairs<String, String>,
        _ recipe: @escaping @Sendable (CommandRun) -> Recipe
    ) -> CompassCommand {
        let kind = Recipe.kind
        return CompassCommand(
            "import \(kind.rawValue)", .mutating, "Import \(kind.rawValue) from a file",
            details: details(kind, text()), arguments: [file], flags: reading + rows + flags(),
            examples: examples()
        ) { run in
            try ImportSession.run(recipe(run), run)
        }
    }

    private static let schools = importing(
        "Schools that your family already has, by catalogue id or name, are skipped.",
        flags: [update],
        examples: [
            "compass import schools schools.csv --dry-run": "Show what would happen",
            "compass import schools schools.csv --update": "Change what is there",
            "compass import schools list.csv --map College=name": "Name a column",
            "compass import schools list.xlsx --sheet Colleges": "A sheet of a workbook",
        ]
    ) { SchoolRecipe(updates: $0.invocation.isOn("update")) }

    private static let coaches = importing(
        """
        A coach's school is named by catalogue_id, by its exact name or by an alias of \
        the catalogue, such as UNC. Coaches of the same name at the same school are skipped.
        """,
        flags: [
            update, .toggle("add-schools", "Also add missing schools from the catalogue"),
        ],
        examples: [
            "compass import coaches coaches.csv --dry-run": "Show what would happen",
            "compass import coaches coaches.csv --add-schools": "With their schools",
        ]
    ) { run in
        CoachRecipe(
            addsSchools: run.invocation.isOn("add-schools"),
            updates: run.invocation.isOn("update"))
    }

    private static let interactions = importing(
        """
        School and coach must already be your family's. A school is named by \
        catalogue_id, by its exact name or by an alias of the catalogue, such as UNC, and \
        a coach by name or by the coach_key of the file that was imported. Days and times \
        without an offset are in your zone (--tz). Importing a file again requires --again.
        """,
        flags: [again],
        examples: [
            "compass import interactions log.csv --dry-run": "Show what would happen",
            "compass import interactions log.csv --map Notes=content": "Name a column",
            "compass import interactions log.csv --map-value type:Ring=phone_call": "Name a word",
        ]
    ) { _ in InteractionRecipe() }

    private static let events = importing(
        """
        An event's school is named by catalogue_id, by its exact name or by an alias of \
        the catalogue, such as UNC, and must already be your family's. Events of the same \
        name that begin on the same day are skipped.
        """,
        flags: [update],
        examples: [
            "compass import events events.csv --dry-run": "Show what would happen",
            "compass import events list.csv --map Camp=name": "Name a column",
        ]
    ) { EventRecipe(updates: $0.invocation.isOn("update")) }

    private static let metrics = importing(
        """
        An event is named by its exact name or by the event_key of the file that was \
        imported; a metric may have none. Importing a file again requires --again.
        """,
        flags: [again],
        examples: [
            "compass import metrics metrics.csv --dry-run": "Show what would happen",
            "compass import metrics log.csv --map Test=metric_type": "Name a column",
        ]
    ) { _ in MetricRecipe() }
}
