import CommandKit

/// The whole command table: the one declaration behind parsing, help and completions.
enum CompassTable {
    /// Flags that every command takes.
    static let globalFlags: [Flag] = [
        .value(
            "output", short: "o", .choice(OutputFormat.choices, placeholder: "FORM"),
            default: "table", "Form of the result"),
        .toggle("json", "Same as --output json: the service's answer, unchanged"),
        .toggle("raw", "CSV without the guard against spreadsheet formulas"),
        .value(
            "as", .text("CONTEXT", completes: "context"), default: "the current one",
            "Act as this stored sign-in"),
        .value(
            "family", .text("FAMILY", completes: "family"), default: "the active one",
            "Name or id of the family it is about"),
        .value("tz", Values.zone, default: "this machine's", "Show and read times in this zone"),
        .value("timeout", .duration, default: "2s to read, 3s to change", "How long to wait"),
        .value(
            "idempotency-key", .text("UUID"), default: "a random one",
            "Send the stored request of this key again; a key is a UUID, as it was printed"),
        .toggle("dry-run", "Show what would change, change nothing"),
        .toggle("yes", short: "y", "Confirm what would be asked"),
        .toggle("quiet", short: "q", "No notes on stderr"),
        .toggle("verbose", short: "v", "Also the request id and the time taken"),
        .value("home", .path("FOLDER"), default: "$COMPASS_HOME", "Folder that holds the state"),
        .value("broker-endpoint", .text("ENDPOINT"), "Where the broker listens"),
    ]

    /// All commands with what they do, in the order of help.
    static let commands: [CompassCommand] =
        AccountCommands.all + PasswordCommands.all + SessionCommands.all + FamilyCommands.all
        + PreferenceCommands.all + SchoolCommands.all
        + CoachCommands.all + InteractionCommands.all + AttachmentCommands.all + EventCommands.all
        + MetricCommands.all + PostCommands.all + AnalyticsCommands.all
        + NotificationCommands.all + ImportCommands.all + TrashCommands.all + HistoryCommands.all
        + ServiceCommands.all + BackupCommands.all + HelpCommands.all

    /// The table.
    static let table = CommandTable(
        program: "compass",
        sentence: "Recruiting Compass: what your family and the coaches said to each other.",
        nouns: [
            .init("password", "Replacing your password, also a lost one"),
            .init("sessions", "The devices on which you are signed in"),
            .init("family", "Your family, its codes and its members"),
            .init("preferences", "Your alerts and time zone"),
            .init("schools", "Schools your family follows, and the national catalogue"),
            .init("coaches", "Coaches your family knows"),
            .init("interactions", "Contacts with schools and coaches"),
            .init("attachments", "Files attached to interactions"),
            .init("events", "Showcases, camps, visits and games"),
            .init("metrics", "Performance figures, at events and without"),
            .init("posts", "What coaches and programs post"),
            .init("analytics", "What coaches and programs post, in figures"),
            .init("notifications", "What you were told: coaches who reached out"),
            .init("import", "Schools, coaches, interactions, events and metrics from a file"),
            .init("trash", "What was deleted in the last 30 days, and can come back"),
            .init("service", "Whether the services are up, and what they did"),
            .init("backup", "Copies of the whole system, and putting one back"),
        ],
        globalFlags: globalFlags, commands: commands.map(\.declaration), topics: HelpTopics.all,
        aliases: ["ls": "list"],
        hints: [
            "remove": "delete", "rm": "delete", "create": "add", "new": "add", "log": "add",
            "get": "show", "view": "show", "find": "search", "signin": "login",
            "register": "signup", "mark": "read", "counts": "count",
            "from": "since", "recover": "restore", "empty": "purge", "erase": "purge",
            "context": "as", "format": "output",
        ],
        firstSteps: [
            .init("compass signup --role player", "Make a user; then: compass family create"),
            .init("compass schools search north carolina", "Look into the national catalogue"),
            .init("compass schools add --catalogue 199120", "Take a school into the family"),
            .init(
                "compass interactions add --type email --school \"North Carolina\"",
                "Log a contact"),
            .init("compass interactions list --days 30", "What happened lately"),
            .init("compass service status", "Is everything up?"),
        ])
}
