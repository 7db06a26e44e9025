import CommandKit

/// A small program that has one of everything.
enum SampleTable {
    static let kinds = ["email", "phone_call", "text"].map {
        ValueType.Choice($0, $0 == "phone_call" ? "Phone Call" : "")
    }

    static let table = CommandTable(
        program: "tool", sentence: "Keeps notes.",
        nouns: [.init("notes", "What was said"), .init("people", "Who said it")],
        globalFlags: [
            .value("output", short: "o", .choice(OutputFormat.choices()), default: "table", "Form"),
            .toggle("quiet", short: "q", "Say less"),
            .toggle("verbose", short: "v", "Say more"),
        ],
        commands: [
            Command(
                "notes list", .readOnly, "List notes",
                flags: [
                    .value(
                        "kind",
                        .choice(
                            kinds,
                            synonym: { ["ring": "phone_call", "mail": "letter"][$0] }),
                        "Only this kind"),
                    .value("limit", .integer(in: 1...500), "At most so many"),
                    .value(
                        "signals",
                        .choices(
                            ["a", "b", "c"].map { .init($0) }, synonym: { ["ay": "a"][$0] }),
                        "Signals"),
                    .value("search", .text(), repeatable: true, "Text to look for"),
                    .toggle("archived", negatable: true, "Archived ones too"),
                ],
                examples: ["tool notes list --kind email": "The e-mails"]),
            Command(
                "notes add", .mutating, "Add a note", details: "Notes are never edited.",
                flags: [
                    .value("kind", .choice(kinds), refusal: "Please select a kind", "Its kind")
                ]),
            Command(
                "notes show", .readOnly, "Show a note",
                arguments: [Argument("ID", "The note", .text("ID", completes: "note"))]),
            Command("notes delete", .mutating, "Delete a note", arguments: [Argument("ID", "It")]),
            Command(
                "people search", .readOnly, "Find people",
                arguments: [Argument("TEXT", "What to look for", takesRest: true)]),
            Command("login", .local, "Sign in", flags: [.value("wait", .duration, "How long")]),
            Command("secret", .local, "Not shown", hidden: true),
        ],
        topics: [.init("time", "How times are written", "Times are local.\n")],
        aliases: ["ls": "list"], hints: ["remove": "delete"],
        firstSteps: [.init("tool login", "Sign in")])

    static func parse(_ words: String...) throws(UsageError) -> CommandParser.Outcome {
        try CommandParser(table).parse(words)
    }

    static func invocation(_ words: [String]) throws -> Invocation? {
        if case .run(let invocation) = try CommandParser(table).parse(words) { return invocation }
        return nil
    }

    static func refusal(_ words: [String]) -> UsageError? {
        do throws(UsageError) {
            _ = try CommandParser(table).parse(words)
            return nil
        } catch { return error }
    }
}
