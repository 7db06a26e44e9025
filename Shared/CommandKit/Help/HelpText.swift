/// Help pages generated from the table.
public struct HelpText: Sendable {
    /// The width in columns of a page that is not for a terminal.
    public static let columnsDefault = 80
    /// The widest page in columns, because long lines are hard to read.
    static let columnsMax = 100
    /// The widest name in columns that shares a line with its description.
    static let nameColumnsMax = 30

    let table: CommandTable

    /// Creates the help of a program.
    public init(_ table: CommandTable) { self.table = table }

    /// Returns the page for these words: the first screen for no words, a noun's verbs, or one
    /// command.
    public func page(for words: [String], columns: Int) -> String {
        let width = min(max(columns, 20), Self.columnsMax)
        if let command = table.commands.first(where: { $0.path == words }) {
            return commandPage(command, width)
        }
        if let noun = words.first { return nounPage(noun, width) }
        return firstScreen(width)
    }

    /// Returns the page of a topic; nil if there is none.
    public func topic(_ word: String) -> String? {
        table.topics.first { $0.word == word }?.text
    }

    /// Returns a usage line, such as `compass interactions show ID [flags]`.
    public func usageLine(of command: Command) -> String {
        let arguments = command.arguments.map { argument in
            let goesOn = argument.takesRest || argument.isRepeatable
            let name = goesOn ? argument.name + "…" : argument.name
            return argument.isOptional ? "[\(name)]" : name
        }
        return ([table.program] + command.path + arguments + ["[flags]"]).joined(separator: " ")
    }

    // MARK: Pages

    private func commandPage(_ command: Command, _ width: Int) -> String {
        var lines = TextWrap.wrapped(command.summary, columns: width)
        if !command.details.isEmpty {
            lines +=
                [""]
                + command.details.split(separator: "\n", omittingEmptySubsequences: false)
                .flatMap { TextWrap.wrapped(String($0), columns: width) }
        }
        lines += ["", "USAGE", "  " + usageLine(of: command)]
        if !command.examples.isEmpty {
            lines += ["", "EXAMPLES"]
            for example in command.examples {
                lines += Self.broken(example.line, width) + ["      \(example.meaning)"]
            }
        }
        if !command.arguments.isEmpty {
            lines += ["", "ARGUMENTS"]
            lines += rows(
                command.arguments.map { argument in
                    (argument.name, argument.summary + choiceText(argument.type))
                }, width)
        }
        let shared = table.sharedFlags(of: command)
        if table.globalFlags.isEmpty {
            lines += ["", "OPTIONS"] + rows((command.flags + shared).map(flagRow), width)
        } else {
            if !command.flags.isEmpty {
                lines += ["", "OPTIONS"] + rows(command.flags.map(flagRow), width)
            }
            lines += ["", "OPTIONS OF EVERY COMMAND"] + rows(shared.map(flagRow), width)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Breaks a command line before flags so that it fits the page and shells still accept it.
    private static func broken(_ line: String, _ width: Int) -> [String] {
        var lines: [String] = []
        var current = "  "
        for (index, part) in line.split(separator: " --").enumerated() {
            let flag = index == 0 ? String(part) : " --\(part)"
            if index > 0, DisplayWidth.columns(of: current + flag) > width - 2 {
                lines.append(current + " \\")
                current = "     "
            }
            current += flag
        }
        return lines + [current]
    }

    private func nounPage(_ noun: String, _ width: Int) -> String {
        let summary = table.nouns.first { $0.word == noun }?.summary ?? noun
        let commands = table.commands.filter { $0.path.first == noun && !$0.isHidden }
        var lines = TextWrap.wrapped(summary, columns: width)
        lines += ["", "USAGE", "  \(table.program) \(noun) VERB [flags]"]
        if let command = table.command(alone: noun) {
            lines += ["  \(table.program) \(noun) [flags]: the same as \(command.name)"]
        }
        lines += ["", "VERBS"]
        lines += rows(
            commands.map { ($0.path.dropFirst().joined(separator: " "), $0.summary) }, width)
        lines += ["", "More: \(table.program) \(noun) VERB --help"]
        return lines.joined(separator: "\n") + "\n"
    }

    private func firstScreen(_ width: Int) -> String {
        var lines = TextWrap.wrapped(table.sentence, columns: width)
        lines += ["", "USAGE", "  \(table.program) NOUN VERB [flags]"]
        if !table.firstSteps.isEmpty {
            lines += ["", "START HERE"]
            for step in table.firstSteps { lines += ["  \(step.line)", "      \(step.meaning)"] }
        }
        var seen: Set<String> = []
        var nouns: [(String, String)] = []
        for command in table.commands where !command.isHidden {
            guard let word = command.path.first, seen.insert(word).inserted else { continue }
            let noun = table.nouns.first { $0.word == word }
            nouns.append((word, noun?.summary ?? command.summary))
        }
        lines += ["", "COMMANDS"] + rows(nouns, width)
        if !table.topics.isEmpty {
            lines += ["", "TOPICS (\(table.program) help TOPIC)"]
            lines += rows(table.topics.map { ($0.word, $0.summary) }, width)
        }
        lines += ["", "More: \(table.program) NOUN --help"]
        return lines.joined(separator: "\n") + "\n"
    }

    // MARK: Rows

    private func flagRow(_ flag: Flag) -> (String, String) {
        var name = flag.short.map { "-\($0), " } ?? ""
        name += flag.isNegatable ? "--[no-]\(flag.name)" : "--\(flag.name)"
        if let type = flag.type { name += " \(type.placeholder)" }
        var text = flag.summary
        if let type = flag.type { text += choiceText(type) }
        if flag.isRepeatable { text += "; may be repeated" }
        if let value = flag.defaultText { text += " (default: \(value))" }
        return (name, text)
    }

    private func choiceText(_ type: ValueType) -> String {
        type.choices.isEmpty ? "" : ": " + type.choices.map(\.word).joined(separator: ", ")
    }

    private func rows(_ pairs: [(String, String)], _ width: Int) -> [String] {
        let longest =
            pairs.map { DisplayWidth.columns(of: $0.0) }.filter {
                $0 <= Self.nameColumnsMax
            }.max() ?? 0
        let indent = longest + 4
        guard width - indent >= 20 else {
            return pairs.flatMap { pair in
                ["  \(pair.0)"] + TextWrap.wrapped(pair.1, columns: width - 6).map { "      \($0)" }
            }
        }
        return pairs.flatMap { pair -> [String] in
            let wrapped = TextWrap.wrapped(pair.1, columns: width - indent)
            let blank = String(repeating: " ", count: indent)
            let nameColumns = DisplayWidth.columns(of: pair.0)
            if nameColumns > longest { return ["  \(pair.0)"] + wrapped.map { blank + $0 } }
            let padded =
                "  " + pair.0 + String(repeating: " ", count: longest - nameColumns + 2)
            return [padded + (wrapped.first ?? "")] + wrapped.dropFirst().map { blank + $0 }
        }
    }
}
