import Testing

@testable import CommandKit

@Suite struct CommandParserTests {
    @Test(arguments: [
        ["notes", "list", "--kind", "email", "-q"],
        ["--kind", "email", "-q", "notes", "list"],
        ["notes", "--kind=email", "list", "--quiet"],
        ["-q", "notes", "ls", "--kind=email"],
    ])
    func flagsMayStandAnywhere(words: [String]) throws {
        let invocation = try #require(try SampleTable.invocation(words))
        #expect(invocation.command.name == "notes list")
        #expect(invocation.text("kind") == "email")
        #expect(invocation.isOn("quiet"))
        #expect(!invocation.isOn("verbose"))
    }

    @Test func togglesCanBeNegatedAndShortFlagsJoined() throws {
        let invocation = try #require(
            try SampleTable.invocation(["notes", "list", "--no-archived", "-qvojson"]))
        #expect(invocation.toggle("archived") == false)
        #expect(invocation.isOn("quiet") && invocation.isOn("verbose"))
        #expect(invocation.text("output") == "json")
    }

    @Test func repeatedFlagsKeepTheirOrder() throws {
        let invocation = try #require(
            try SampleTable.invocation(["notes", "list", "--search", "b", "--search=a=b"]))
        #expect(invocation.texts("search") == ["b", "a=b"])
    }

    @Test func aDoubleDashEndsFlags() throws {
        let invocation = try #require(
            try SampleTable.invocation(["people", "search", "--", "--kind", "-q"]))
        #expect(invocation.arguments == ["--kind -q"])
    }

    @Test func theLastArgumentTakesTheRest() throws {
        let invocation = try #require(
            try SampleTable.invocation(["people", "search", "north", "carolina"]))
        #expect(invocation.argument(0) == "north carolina")
    }

    @Test func typedValuesComeOutAsWritten() throws {
        let invocation = try #require(
            try SampleTable.invocation([
                "notes", "list", "--limit", "500", "--signals", "a,c", "--search", "-5",
            ]))
        #expect(invocation.integer("limit") == 500)
        #expect(invocation.words("signals") == ["a", "c"])
        let login = try #require(try SampleTable.invocation(["login", "--wait", "90s"]))
        #expect(login.milliseconds("wait") == 90_000)
    }

    @Test(arguments: [
        ([], []), (["--help"], []), (["notes", "--help"], ["notes"]),
        (["notes", "ls", "-h"], ["notes", "list"]), (["--help", "notes", "lsit"], ["notes"]),
        (["notes", "show", "--help", "--nonsense"], ["notes", "show"]),
    ])
    func helpIsAskedForAnywhere(words: [String], path: [String]) throws {
        #expect(try CommandParser(SampleTable.table).parse(words) == .help(path))
    }

    @Test func theSampleTableIsSoundAndFaultsAreFound() {
        #expect(SampleTable.table.problems.isEmpty)
        let faulty = CommandTable(
            program: "x", sentence: "",
            commands: [
                Command("a", .readOnly, "", flags: [.toggle("f", ""), .toggle("f", "")]),
                Command("a", .readOnly, "", flags: [.value("f", .text(), "")]),
                Command(
                    "n v", .readOnly, "",
                    arguments: [Argument("A", "", optional: true), Argument("B", "")]),
            ])
        #expect(
            faulty.problems == [
                "--f takes a value in one command and none in another", "a: a flag twice",
                "n v: A must be the last argument", "n v: its noun has no line of help",
                "two commands a",
            ])
    }
}

@Suite struct UsageErrorTests {
    struct Refusal: Sendable, CustomTestStringConvertible {
        let words: [String]
        let code: UsageError.Code
        let lines: [String]
        var testDescription: String { words.joined(separator: " ") }
    }

    static let refusals = [
        Refusal(
            words: ["nots", "list"], code: .unknownCommand,
            lines: ["\"nots\" is not a command", "Did you mean \"notes\"?", "Try: tool --help"]),
        Refusal(
            words: ["notes", "lits"], code: .unknownCommand,
            lines: [
                "\"lits\" is not a verb of \"notes\"", "Did you mean \"list\"?",
                "Try: tool notes --help",
            ]),
        Refusal(
            words: ["notes", "remove"], code: .unknownCommand,
            lines: [
                "\"remove\" is not a verb of \"notes\"", "Did you mean \"delete\"?",
                "Try: tool notes --help",
            ]),
        Refusal(
            words: ["notes", "frobnicate"], code: .unknownCommand,
            lines: [
                "\"frobnicate\" is not a verb of \"notes\"", "One of: list, add, show, delete.",
                "Try: tool notes --help",
            ]),
        Refusal(
            words: ["notes"], code: .missingVerb,
            lines: [
                "\"notes\" needs a verb", "One of: list, add, show, delete.",
                "Try: tool notes --help",
            ]),
        Refusal(
            words: ["notes", "list", "--kinds", "email"], code: .unknownFlag,
            lines: [
                "\"--kinds\" is not a flag of \"notes list\"", "Did you mean \"--kind\"?",
                "Try: tool notes list --help",
            ]),
        Refusal(
            words: ["notes", "add", "--limit", "3"], code: .unknownFlag,
            lines: ["\"--limit\" is not a flag of \"notes add\"", "Try: tool notes add --help"]),
        Refusal(
            words: ["notes", "show", "--id", "1"], code: .unknownFlag,
            lines: [
                "\"--id\" is not a flag of \"notes show\"",
                "ID is written without a flag: tool notes show ID [flags]",
                "Try: tool notes show --help",
            ]),
        Refusal(
            words: ["people", "search", "--text=x"], code: .unknownFlag,
            lines: [
                "\"--text\" is not a flag of \"people search\"",
                "TEXT is written without a flag: tool people search TEXT… [flags]",
                "Try: tool people search --help",
            ]),
        Refusal(
            words: ["notes", "list", "-x"], code: .unknownFlag,
            lines: ["\"-x\" is not a flag of \"notes list\"", "Try: tool notes list --help"]),
        Refusal(
            words: ["notes", "list", "--kind"], code: .missingValue,
            lines: ["--kind needs a value: WORD", "Try: tool --help"]),
        Refusal(
            words: ["notes", "list", "--kind", "--quiet"], code: .missingValue,
            lines: [
                "--kind needs a value: WORD",
                "If \"--quiet\" is the value, write --kind=--quiet.", "Try: tool --help",
            ]),
        Refusal(
            words: ["notes", "list", "--quiet=yes"], code: .unexpectedValue,
            lines: ["--quiet takes no value", "Try: tool --help"]),
        Refusal(
            words: ["notes", "list", "--no-quiet"], code: .unknownFlag,
            lines: [
                "\"--no-quiet\" is not a flag of \"notes list\"", "Try: tool notes list --help",
            ]),
        Refusal(
            words: ["notes", "list", "--kind=email", "--kind=text"], code: .repeatedFlag,
            lines: [
                "--kind was given twice", "Give it only once.", "Try: tool notes list --help",
            ]),
        Refusal(
            words: ["notes", "show"], code: .missingArgument,
            lines: [
                "ID is missing: The note", "Usage: tool notes show ID [flags]",
                "Try: tool notes show --help",
            ]),
        Refusal(
            words: ["notes", "show", "1", "2"], code: .unexpectedArgument,
            lines: [
                "\"2\" is an unexpected argument", "Put text with spaces in quotes.",
                "Try: tool notes show --help",
            ]),
        Refusal(
            words: ["notes", "list", "-o", "yaml"], code: .badValue,
            lines: [
                "--output: \"yaml\" is not one of table, json, jsonl, csv, name, xlsx, pdf",
                "Did you mean \"name\"?",
                "Try: tool notes list --help",
            ]),
    ]

    @Test(arguments: refusals)
    func eachRefusalSaysWhatWhyAndWhatHelps(refusal: Refusal) throws {
        let error = try #require(SampleTable.refusal(refusal.words))
        #expect(error.code == refusal.code)
        #expect(error.lines == refusal.lines)
        #expect(error.exitCode == .usage)
        #expect(error.lines.count <= 3)
    }

    @Test func aBadFieldValueIsRefusedLikeTheServiceWouldRefuseIt() throws {
        let error = try #require(SampleTable.refusal(["notes", "add", "--kind", "phone"]))
        #expect(error.exitCode == .invalid)
        #expect(error.field == "kind")
        #expect(error.message == "Please select a kind")
        #expect(
            error.reason
                == "--kind: \"phone\" is not one of email, phone_call, text."
                + " Did you mean \"phone_call\"?")
    }

    // N-163
    @Test func allBadValuesAreNamedAtOnce() throws {
        let error = try #require(
            SampleTable.refusal([
                "notes", "list", "--kind", "rung", "--limit", "0", "--signals", "nix",
            ]))
        #expect(error.exitCode == .invalid && error.field == "kind")
        #expect(error.message.hasPrefix("--kind: \"rung\" is not one of"))
        #expect(error.reason?.contains("--limit: \"0\" is not ") == true)
        #expect(error.reason?.contains("--signals: \"nix\" is not one or more of a, b, c.") == true)
        #expect(Set(error.errors.keys) == ["kind", "limit", "signals"])
        #expect(error.errors["kind"] == error.message)
        #expect(error.lines.count == 3)
        // Nothing else is told of a line with an unknown flag.
        let unknown = SampleTable.refusal(["notes", "list", "--kind", "rung", "--bogus"])
        #expect(unknown?.code == .unknownFlag && unknown?.errors.isEmpty == true)
    }

    @Test func aLabelTypedForItsWordIsUnderstood() throws {
        let error = try #require(SampleTable.refusal(["notes", "list", "--kind", "Phone Call"]))
        #expect(error.reason?.hasSuffix("Did you mean \"phone_call\"?") == true)
    }

    @Test func aSynonymIsSuggestedBeforeSimilarWords() throws {
        let ring = try #require(SampleTable.refusal(["notes", "list", "--kind", "ring"]))
        #expect(ring.reason == "Did you mean \"phone_call\"?")
        // What the synonym stands for must be one of the list.
        let mail = try #require(SampleTable.refusal(["notes", "list", "--kind", "mail"]))
        #expect(mail.reason == "Did you mean \"email\"?")
    }

    @Test func theWordOfAListThatIsUnknownIsNamed() throws {
        let error = try #require(SampleTable.refusal(["notes", "list", "--signals", "a,ay,b"]))
        #expect(error.message == "--signals: \"ay\" is not one or more of a, b, c")
        #expect(error.reason == "Did you mean \"a\"?")
    }

    @Test(arguments: ["0", "501", "-1", "x", "", "1.0", "99999999999999999999"])
    func numbersOutsideTheirRangeAreRefused(value: String) throws {
        let error = try #require(SampleTable.refusal(["notes", "list", "--limit=\(value)"]))
        #expect(error.code == .badValue)
        #expect(error.field == "limit")
    }

    @Test(arguments: ["a,", "a,,b", "a,d", ",", "a b"])
    func listsTakeKnownWordsOnly(value: String) throws {
        #expect(SampleTable.refusal(["notes", "list", "--signals=\(value)"])?.code == .badValue)
    }

    @Test(arguments: [
        ("500ms", 500), ("5s", 5_000), ("2m", 120_000), ("1h", 3_600_000), ("365d", 31_536_000_000),
    ])
    func spansAreRead(text: String, milliseconds: Int) {
        #expect(SpanText.milliseconds(text) == milliseconds)
    }

    @Test(arguments: ["", "5", "s", "0s", "-1s", "1.5s", "366d", "99999999999999999999s", "５s"])
    func otherSpansAreRefused(text: String) {
        #expect(SpanText.milliseconds(text) == nil)
    }
}
