import CommandKit
import Contracts
import ServiceKit

/// `completion`, `help`, `version` and the hidden command of the completion scripts.
enum HelpCommands {
    static let all = [completion, help, version, complete]

    static let versionText = "0.1.0"

    private static let completion = CompassCommand(
        "completion", .readOnly, "Print the completion script of a shell",
        arguments: [
            Argument(
                "SHELL", "Which shell",
                .choice(CompletionScript.allCases.map { .init($0.rawValue) }))
        ],
        examples: ["source <(compass completion bash)": "For this shell"]
    ) { run in
        let script = CompletionScript(rawValue: run.argument(0)) ?? .bash
        return .plain(script.text(program: "compass"), key: "script")
    }

    private static let help = CompassCommand(
        "help", .readOnly, "Show help of a command or a topic",
        arguments: [
            Argument(
                "WORDS", "A command or a topic",
                .text("WORDS", completes: "help"), optional: true, takesRest: true)
        ],
        examples: [
            "compass help interactions list": "A command",
            "compass help exit-codes": "A topic",
            "compass help --json": "The whole command tree for programs",
        ]
    ) { run in
        let text = run.argument(0)
        let words = text.split(separator: " ").map(String.init)
        let table = CompassTable.table
        if words.isEmpty, try [.json, .jsonl].contains(run.format) {
            return .plain("", json: HelpTree(table).json.bytes)
        }
        let pages = HelpText(table)
        if words.count == 1, let page = pages.topic(words[0]) { return .plain(page, key: "help") }
        guard case .help(let path) = try CommandParser(table).parse(words + ["--help"]),
            path.count == words.count
        else {
            let known = table.topics.map(\.word) + table.commands.compactMap(\.path.first)
            let near = EditDistance.suggestions(for: words[0], among: known)
            throw CommandFailure.usage(
                "There is no help on \(QuotedText.of(text))",
                reason: near.first.map { "Did you mean \"\($0)\"?" }, remedy: "Try: compass help")
        }
        let columns =
            run.console.traits.isTerminal ? run.console.traits.columns : HelpText.columnsDefault
        return .plain(pages.page(for: path, columns: columns), key: "help")
    }

    private static let version = CompassCommand(
        Command("version", .readOnly, "Print the version of this program; also: compass --version")
    ) { _ in
        .plain(
            "compass \(versionText)\n",
            json: JSONValue.object([("version", .string(versionText))]).bytes)
    }

    private static let complete = CompassCommand(
        "__complete", .readOnly, "Print completion candidates",
        arguments: [Argument("WORDS", "The words so far", optional: true)], hidden: true
    ) { _ in .plain("", key: "candidates") }
}

extension CommandResult {
    /// A result of plain text.
    static func plain(_ text: String, key: String) -> CommandResult {
        plain(text, json: JSONValue.object([(key, .string(text))]).bytes)
    }

    /// A result of plain text with its own JSON.
    static func plain(_ text: String, json: [UInt8]) -> CommandResult {
        CommandResult(
            json: json, ids: { [] },
            rows: {
                var table = TextTable([.init("Text")])
                table.append([.init(text)])
                return table
            },
            text: { _ in text })
    }
}
