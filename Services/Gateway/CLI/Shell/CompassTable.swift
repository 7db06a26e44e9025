import CommandKit

/// The whole command table, from which parsing, help and completions follow.
enum CompassTable {
    /// `--output` of a command that writes these formats.
    static func output(_ formats: [OutputFormat]) -> Flag {
        .value(
            "output", short: "o", .choice(OutputFormat.choices(formats), placeholder: "FORM"),
            default: "table", "Output format")
    }

    /// The formats of every command.
    static let formats = OutputFormat.allCases.filter { ![.xlsx, .pdf].contains($0) }

    /// The flags of every command. A command that also writes workbooks or pages has its own
    /// `--output`.
    static let globalFlags: [Flag] = [
        output(formats),
        .toggle("json", "Same as --output json: the service's answer, unchanged"),
        .toggle("raw", "CSV without protection from spreadsheet formulas"),
        .value(
            "as", .text("CONTEXT", completes: "context"), default: "the current one",
            "Use this stored sign-in"),
        .value(
            "family", .text("FAMILY", completes: "family"), default: "the active one",
            "Name or id of the family to use"),
        .value("tz", Values.zone, default: "yours", "Show and read times in this zone"),
        .value("timeout", .duration, default: "2s to read, 3s to change", "How long to wait"),
        .value(
            "idempotency-key", .text("UUID"), default: "a random one",
            "Repeat the stored request with this key; a key is a UUID, as it was printed"),
        .toggle("dry-run", "Show what would change without changing it"),
        .toggle("yes", short: "y", "Confirm without asking"),
        .toggle("quiet", short: "q", "No notes on stderr"),
        .toggle("verbose", short: "v", "Also print the request id and the time taken"),
        .value("home", .path("FOLDER"), default: "$COMPASS_HOME", "Folder that holds the state"),
        .value("broker-endpoint", .text("ENDPOINT"), "Where the broker listens"),
    ]

    /// All commands with their implementations, in the order of help.
    static let commands: [CompassCommand] =
        AccountCommands.all + PasswordCommands.all + SecondFactorCommands.all
        + SessionCommands.all + TokenCommands.all + HookCommands.all
        + FamilyCommands.all + PreferenceCommands.all + ProfileCommands.all + SchoolCommands.all
        + CoachCommands.all + InteractionCommands.all + QueueCommands.all
        + ContactWindowCommands.all + ViewCommands.all + SearchCommands.all + TimelineCommands.all
        + DigestCommands.all
        + AttachmentCommands.all
        + EventCommands.all + CalendarCommands.all + MetricCommands.all + PostCommands.all
        + AnalyticsCommands.all
        + NotificationCommands.all + ImportCommands.all + LogCommands.all
        + ArchiveCommands.all
        + TrashCommands.all + HistoryCommands.all
        + ServiceCommands.all + AdminCommands.all + BackupCommands.all + HelpCommands.all

    static let table = CommandTable(
        program: "compass",
        sentence: "Recruiting Compass: your family's contacts with schools and coaches.",
        nouns: [
            .init("login", "The sign-ins that this machine keeps"),
            .init("password", "Change your password, or replace a lost one"),
            .init("second-factor", "Codes of an authenticator app at sign-in"),
            .init("sessions", "The devices where you are signed in"),
            .init("tokens", "Access for programs that act for you"),
            .init("hooks", "Addresses to which your family's changes are sent"),
            .init("family", "Your family, its codes and its members"),
            .init("preferences", "Your alerts, reminders and time zone"),
            .init("profile", "What coaches ask for first about a player"),
            .init("schools", "Schools your family follows, and the national catalogue"),
            .init("coaches", "Your family's coaches"),
            .init("interactions", "Contacts with schools and coaches"),
            .init("queue", "Coaches to follow up, by when", bareVerb: "list"),
            .init("windows", "When coaches may be in contact, by your family's own table"),
            .init("views", "Filters of lists, saved under a name"),
            .init("attachments", "Files attached to interactions"),
            .init("events", "Showcases, camps, visits and games"),
            .init("calendar", "Your calendar for other programs"),
            .init("metrics", "Performance metrics, at events and elsewhere"),
            .init("posts", "Posts by coaches and programs"),
            .init("analytics", "Statistics on posts by coaches and programs"),
            .init("notifications", "Alerts about coaches who reached out"),
            .init("import", "Records from a file, or everything from an archive"),
            .init("trash", "Records deleted in the last 30 days, which can be restored"),
            .init("service", "Status and statistics of the services"),
            .init("admin", "Settings and accounts, for whoever runs the installation"),
            .init("backup", "Backups of the whole system: create, check, restore"),
        ],
        globalFlags: globalFlags, commands: commands.map(\.declaration), topics: HelpTopics.all,
        aliases: ["ls": "list"],
        hints: [
            "remove": "delete", "rm": "delete", "create": "add", "new": "add", "log": "add",
            "get": "show", "view": "show", "find": "search", "signin": "login",
            "register": "signup", "mark": "read", "counts": "count",
            "from": "since", "recover": "restore", "empty": "purge", "erase": "purge",
            "context": "as", "format": "output", "out": "to", "subscribe": "link",
        ],
        firstSteps: [
            .init("compass signup --role player", "Create an account; then: compass family create"),
            .init("compass schools search north carolina", "Search the national catalogue"),
            .init("compass schools add --catalogue 199120", "Add a school to your list"),
            .init(
                "compass interactions add --type email --school \"North Carolina\"",
                "Log a contact"),
            .init("compass interactions list --days 30", "What happened lately"),
            .init("compass service status", "Is everything up?"),
        ])
}
