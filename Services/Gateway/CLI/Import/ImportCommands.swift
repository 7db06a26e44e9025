import CommandKit
import Contracts
import Imports
import ServiceKit

enum ImportCommands {
    static let all = [schools, coaches, interactions, events, metrics, template]

    private static let file = Argument(
        "FILE", "Comma-separated values (UTF-8) or a workbook (.xlsx); - for standard input",
        .path())
    /// How the columns of a file and its words are read.
    static let reading = [
        Flag.value(
            "map", .text("COLUMN=FIELD"), repeatable: true, default: "guessed from the names",
            "Assign a column to a field; COLUMN= ignores it"),
        Flag.value(
            "map-value", .text("FIELD:TEXT=VALUE"), repeatable: true,
            "Read a text of a field as a value; TEXT= reads it as nothing"),
        Flag.value(
            "sheet", .text("NAME"), default: "the first", "The sheet of a workbook to read"),
    ]
    private static let update = Flag.toggle("update", "Update records that are already there")

    private static func details(_ kind: ImportKind, _ text: String) -> String {
        """
        The first line names the columns. In a workbook, the lines are the rows of a sheet. All \
        rows are imported or none; rows that cannot be imported are listed with their lines. \
        \(text) \(kind.updatesRecords ? updating : "")\(kind.recognition)

        Fields: \(kind.fields.map(\.name).joined(separator: ", ")).
        """
    }

    private static let updating = """
        With --update, a row updates the record that it means instead; an empty cell leaves the \
        field as it is. \

        """

    private static let schools = CompassCommand(
        "import schools", .mutating, "Import schools from a file",
        details: details(
            .schools,
            "Schools that your family already has, by catalogue id or name, are skipped."
        ),
        arguments: [file], flags: reading + [update],
        examples: [
            .init("compass import schools schools.csv --dry-run", "Show what would happen"),
            .init("compass import schools schools.csv --update", "Change what is there"),
            .init("compass import schools list.csv --map College=name", "Name a column"),
            .init("compass import schools list.xlsx --sheet Colleges", "A sheet of a workbook"),
        ]
    ) { run in
        try ImportSession.run(SchoolRecipe(updates: run.invocation.isOn("update")), run)
    }

    private static let coaches = CompassCommand(
        "import coaches", .mutating, "Import coaches from a file",
        details: details(
            .coaches,
            """
            A coach's school is named by catalogue_id, by its exact name or by an alias of \
            the catalogue, such as UNC. Coaches of the same name at the same school are skipped.
            """),
        arguments: [file],
        flags: reading + [
            update, .toggle("add-schools", "Also add missing schools from the catalogue"),
        ],
        examples: [
            .init("compass import coaches coaches.csv --dry-run", "Show what would happen"),
            .init("compass import coaches coaches.csv --add-schools", "With their schools"),
        ]
    ) { run in
        try ImportSession.run(
            CoachRecipe(
                addsSchools: run.invocation.isOn("add-schools"),
                updates: run.invocation.isOn("update")), run)
    }

    private static let interactions = CompassCommand(
        "import interactions", .mutating, "Import interactions from a file",
        details: details(
            .interactions,
            """
            School and coach must already be your family's. A school is named by \
            catalogue_id, by its exact name or by an alias of the catalogue, such as UNC, and \
            a coach by name or by the coach_key of the file that was imported. Days and times \
            without an offset are in your zone (--tz). Importing a file again requires --again.
            """),
        arguments: [file],
        flags: reading + [.toggle("again", "Import a file that was imported before")],
        examples: [
            .init("compass import interactions log.csv --dry-run", "Show what would happen"),
            .init("compass import interactions log.csv --map Notes=content", "Name a column"),
            .init(
                "compass import interactions log.csv --map-value type:Ring=phone_call",
                "Name a word"),
        ]
    ) { run in try ImportSession.run(InteractionRecipe(), run) }

    private static let events = CompassCommand(
        "import events", .mutating, "Import events from a file",
        details: details(
            .events,
            """
            An event's school is named by catalogue_id, by its exact name or by an alias of \
            the catalogue, such as UNC, and must already be your family's. Events of the same \
            name that begin on the same day are skipped.
            """),
        arguments: [file], flags: reading + [update],
        examples: [
            .init("compass import events events.csv --dry-run", "Show what would happen"),
            .init("compass import events list.csv --map Camp=name", "Name a column"),
        ]
    ) { run in
        try ImportSession.run(EventRecipe(updates: run.invocation.isOn("update")), run)
    }

    private static let metrics = CompassCommand(
        "import metrics", .mutating, "Import metrics from a file",
        details: details(
            .metrics,
            """
            An event is named by its exact name or by the event_key of the file that was \
            imported; a metric may have none. Importing a file again requires --again.
            """),
        arguments: [file],
        flags: reading + [.toggle("again", "Import a file that was imported before")],
        examples: [
            .init("compass import metrics metrics.csv --dry-run", "Show what would happen"),
            .init("compass import metrics log.csv --map Test=metric_type", "Name a column"),
        ]
    ) { run in try ImportSession.run(MetricRecipe(), run) }
}
