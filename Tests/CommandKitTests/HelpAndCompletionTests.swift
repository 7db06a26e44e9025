import Foundation
import Testing

@testable import CommandKit

/// Text as the specification.
@Suite struct HelpTextTests {
    private let help = HelpText(SampleTable.table)

    @Test func theFirstScreen() {
        #expect(
            help.page(for: [], columns: 80) == """
                Keeps notes.

                USAGE
                  tool NOUN VERB [flags]

                START HERE
                  tool login
                      Sign in

                COMMANDS
                  notes   What was said
                  people  Who said it
                  login   Sign in

                TOPICS (tool help TOPIC)
                  time  How times are written

                More: tool NOUN --help

                """)
    }

    @Test func aNounsVerbs() {
        #expect(
            help.page(for: ["notes"], columns: 80) == """
                What was said

                USAGE
                  tool notes VERB [flags]

                VERBS
                  list    List notes
                  add     Add a note
                  show    Show a note
                  delete  Delete a note

                More: tool notes VERB --help

                """)
    }

    @Test func aCommand() {
        #expect(
            help.page(for: ["notes", "list"], columns: 80) == """
                List notes

                USAGE
                  tool notes list [flags]

                EXAMPLES
                  tool notes list --kind email
                      The e-mails

                OPTIONS
                  --kind WORD       Only this kind: email, phone_call, text
                  --limit N         At most so many
                  --signals WORD,…  Signals: a, b, c
                  --search TEXT     Text to look for; may be repeated
                  --[no-]archived   Archived ones too

                OPTIONS OF EVERY COMMAND
                  -o, --output WORD  Form: table, json, jsonl, csv, name, xlsx, pdf (default:
                                     table)
                  -q, --quiet        Say less
                  -v, --verbose      Say more
                  -h, --help         Show this help

                """)
    }

    @Test func anExampleTooLongForThePageGoesOnAsShellsTakeIt() {
        let command = Command(
            "notes add", .mutating, "Add a note",
            examples: [
                "tool notes add --kind email --title \"A b\" --text something": "One"
            ])
        let table = CommandTable(
            program: "tool", sentence: "Keeps notes.", commands: [command])
        let page = HelpText(table).page(for: ["notes", "add"], columns: 40)
        #expect(
            page.contains(
                """
                  tool notes add --kind email \\
                      --title "A b" --text something
                      One

                """))
    }

    @Test(arguments: [20, 40, 80, 200])
    func wordsThatCanBreakStayWithinTheWidth(columns: Int) {
        for command in SampleTable.table.commands {
            let page = help.page(for: command.path, columns: columns)
            for line in page.split(separator: "\n") where line.hasPrefix("      ") {
                #expect(DisplayWidth.columns(of: String(line)) <= max(columns, 26))
            }
        }
    }

    @Test func aFlatProgram() throws {
        let program = FlatProgram(
            "compass-x", "The x service.",
            flags: [.value("broker-endpoint", .text("ENDPOINT"), "Where the broker listens")])
        #expect(
            try program.parse(["--help"])
                == .help(
                    """
                    The x service.

                    USAGE
                      compass-x [flags]

                    OPTIONS
                      --broker-endpoint ENDPOINT  Where the broker listens
                      -h, --help                  Show this help

                    """))
        guard case .run(let invocation) = try program.parse(["--broker-endpoint", "ipc:///x"])
        else {
            Issue.record("a flag alone runs the program")
            return
        }
        #expect(invocation.text("broker-endpoint") == "ipc:///x")
        #expect(throws: UsageError.self) { try program.parse(["word"]) }
        #expect(throws: UsageError.self) { try program.parse(["--broker-endpiont", "x"]) }
    }

    @Test func theTreeNamesEveryVisibleCommandAndWhetherItReads() {
        let json = HelpTree(SampleTable.table).json.text
        for command in SampleTable.table.commands where !command.isHidden {
            #expect(json.contains("\"name\":\"\(command.name)\""))
        }
        #expect(!json.contains("\"secret\""))
        #expect(json.contains("\"read_only\":true"))
        #expect(json.contains("\"effect\":\"mutating\""))
        #expect(json.contains("\"values\":[\"email\",\"phone_call\",\"text\"]"))
    }
}

@Suite struct CompleterTests {
    private let completer = Completer(SampleTable.table) { kind, _, _ in
        kind == "note" ? [.init("11112222", "Camp"), .init("33334444", "Call")] : []
    }

    private func words(_ typed: String...) -> [String] {
        completer.candidates(for: typed).map { $0.word }
    }

    @Test func completesNounsVerbsFlagsAndValues() {
        #expect(words("") == ["notes", "people", "login"])
        #expect(words("no") == ["notes"])
        #expect(words("notes", "") == ["list", "add", "show", "delete"])
        #expect(words("notes", "list", "--ki") == ["--kind"])
        #expect(words("notes", "list", "--kind", "") == ["email", "phone_call", "text"])
        #expect(words("notes", "list", "--kind=p") == ["--kind=phone_call"])
        #expect(words("notes", "list", "-o", "j") == ["json", "jsonl"])
        #expect(words("--kind", "email", "notes", "l") == ["list"])
    }

    @Test func readsTheEqualsSignAsBashSplitsIt() {
        #expect(words("notes", "list", "--kind", "=", "t") == ["text"])
        #expect(words("notes", "list", "--kind", "=") == ["email", "phone_call", "text"])
    }

    @Test func listsOfferWhatIsNotTakenYet() {
        #expect(words("notes", "list", "--signals", "a,") == ["a,b", "a,c"])
    }

    @Test func aFlagIsThatOfTheCommand() {
        let table = CommandTable(
            program: "tool", sentence: "",
            commands: [
                Command(
                    "read", .readOnly, "",
                    flags: [.value("kind", .choice([.init("one"), .init("two")]), "")]),
                Command(
                    "write", .mutating, "",
                    flags: [.value("kind", .choices([.init("three"), .init("two")]), "")]),
            ])
        func words(_ typed: String...) -> [String] {
            Completer(table).candidates(for: typed).map { $0.word }
        }
        #expect(words("read", "--kind", "t") == ["two"])
        #expect(words("write", "--kind", "t") == ["three", "two"])
        #expect(words("write", "--kind", "two,") == ["two,three"])
        #expect(words("write", "--kind=two,") == ["--kind=two,three"])
        #expect(words("--kind", "") == ["one", "two"])
    }

    @Test func valuesThatTheTableCannotKnowAreLookedUp() {
        #expect(words("notes", "show", "3") == ["33334444"])
        #expect(words("notes", "show", "11112222", "") == [])
        #expect(words("notes", "delete", "") == [])
    }

    @Test func theNamesOfFilesAreLeftToTheShell() {
        let table = CommandTable(
            program: "tool", sentence: "",
            commands: [
                Command(
                    "read", .readOnly, "", arguments: [Argument("FILE", "", .path())],
                    flags: [.value("into", .path("FOLDER"), "")])
            ])
        let completer = Completer(table)
        #expect(completer.candidates(for: ["read", "x"]) == [.files])
        #expect(completer.candidates(for: ["read", "--into="]) == [.files])
        #expect(completer.candidates(for: ["read", "x", ""]) == [])
    }

    @Test func nothingIsOfferedForNonsense() {
        #expect(words("nonsense", "") == [])
        #expect(words("notes", "list", "--nonsense=") == [])
    }

    @Test(arguments: CompletionScript.allCases)
    func scriptsCallTheProgramBack(script: CompletionScript) {
        #expect(script.text(program: "compass").contains("compass __complete -- "))
    }

    /// The script in a real bash, beside a program that answers always the same.
    @Test(arguments: [
        ("list\\tAll of them\\nlet go\\t\\n", "[list][let\\ go]"),
        ("\\tfiles\\n", "asked for files"),
    ])
    func bashReadsTheAnswers(answer: String, expected: String) throws {
        let bash = Process()
        bash.executableURL = URL(filePath: "/bin/bash")
        bash.arguments = [
            "-c",
            """
            tool() { printf '\(answer)'; }
            compopt() { [[ $* == '-o default' ]] && printf 'asked for files'; }
            \(CompletionScript.bash.text(program: "tool"))
            COMP_WORDS=(tool l) COMP_CWORD=1
            _tool
            ((${#COMPREPLY[@]})) && printf '[%s]' "${COMPREPLY[@]}"
            exit 0
            """,
        ]
        let pipe = Pipe()
        bash.standardOutput = pipe
        try bash.run()
        let out = try #require(try pipe.fileHandleForReading.readToEnd())
        bash.waitUntilExit()
        #expect(String(decoding: out, as: UTF8.self) == expected)
    }
}
