/// Parses a command line into an `Invocation`. Flags may precede, separate or follow the words;
/// `--` ends them.
public struct CommandParser: Sendable {
    /// The result of parsing a command line.
    public enum Outcome: Sendable, Equatable {
        case run(Invocation)
        /// Show the help for these words; the first screen if there are none.
        case help([String])
    }

    let table: CommandTable

    /// Creates a parser for a program.
    public init(_ table: CommandTable) { self.table = table }

    /// Parses the words after the program's name.
    public func parse(_ words: [String]) throws(UsageError) -> Outcome {
        let leading = Array(words.prefix { !$0.hasPrefix("-") })
        var scanner = FlagScanner(table: table, likely: try? resolve(leading).command)
        let scan = try scanner.scan(words)
        let wantsHelp = scan.given.contains { $0.flag.name == CommandTable.helpFlag.name }
        if wantsHelp { return .help(helpPath(scan.words)) }
        if let unknown = scan.unknown.first {
            throw unknownFlag(unknown, command: try? resolve(scan.words).command)
        }
        if scan.words.isEmpty, !table.commands.contains(where: \.path.isEmpty) {
            return .help([])
        }
        let (command, rest) = try resolve(scan.words)
        let (values, toggles, invalid) = try accept(scan.given, for: command)
        if var error = invalid {
            error.invocation = Invocation(
                command: command, arguments: rest, values: values, toggles: toggles)
            throw error
        }
        return .run(
            Invocation(
                command: command, arguments: try arguments(rest, of: command), values: values,
                toggles: toggles))
    }

    // MARK: The words

    /// Returns the command that the words begin with, and the remaining words.
    func resolve(_ words: [String]) throws(UsageError) -> (command: Command, rest: [String]) {
        var candidates = table.commands
        var depth = 0
        while true {
            let next = candidates.filter { $0.path.count > depth }
            let options = unique(next.filter { !$0.isHidden }.map { $0.path[depth] })
            let exact = candidates.first { $0.path.count == depth }
            guard depth < words.count else {
                if let exact { return (exact, []) }
                if words.count == 1, let command = table.command(alone: words[0]) {
                    return (command, [])
                }
                throw missingVerb(after: Array(words[..<depth]), options: options)
            }
            let word =
                next.contains { $0.path[depth] == words[depth] }
                ? words[depth] : table.aliases[words[depth]] ?? words[depth]
            let matching = next.filter { $0.path[depth] == word }
            if matching.isEmpty {
                if let exact { return (exact, Array(words[depth...])) }
                throw unknownWord(words[depth], after: Array(words[..<depth]), options: options)
            }
            candidates = matching
            depth += 1
        }
    }

    /// Returns the leading words that form a command or noun, for help.
    private func helpPath(_ words: [String]) -> [String] {
        var path: [String] = []
        for word in words {
            let next = table.commands.filter {
                $0.path.count > path.count && Array($0.path.prefix(path.count)) == path
            }
            let taken =
                next.contains { $0.path[path.count] == word }
                ? word : table.aliases[word] ?? word
            guard next.contains(where: { $0.path[path.count] == taken }) else { break }
            path.append(taken)
        }
        return path
    }

    // MARK: Flags and arguments

    private func accept(
        _ given: [FlagScanner.Given], for command: Command
    ) throws(UsageError) -> (
        values: [String: [String]], toggles: [String: Bool], invalid: UsageError?
    ) {
        let own = Dictionary(
            table.flags(of: command).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let globals = Set(table.globalFlags.map(\.name))
        var values: [String: [String]] = [:]
        var toggles: [String: Bool] = [:]
        var invalid: [(flag: String, error: UsageError)] = []
        for item in given {
            guard let flag = own[item.flag.name] else {
                throw unknownFlag("--\(item.flag.name)", command: command)
            }
            let isRepeated = values[flag.name] != nil || toggles[flag.name] != nil
            if isRepeated, !flag.isRepeatable {
                throw UsageError(
                    .repeatedFlag, "--\(flag.name) was given twice",
                    reason: "Give it only once.", remedy: helpLine(command))
            }
            switch item.value {
            case .off: toggles[flag.name] = false
            case .on: toggles[flag.name] = true
            case .text(let text):
                let isGlobal = globals.contains(flag.name)
                if let error = problem(text, of: flag, isGlobal: isGlobal, command: command) {
                    guard !isGlobal else { throw error }
                    invalid.append(("--\(flag.name)", error))
                }
                values[flag.name, default: []].append(text)
            }
        }
        // Whoever mistyped several values learns of all of them at once.
        return (values, toggles, UsageError.joined(invalid))
    }

    private func problem(
        _ text: String, of flag: Flag, isGlobal: Bool, command: Command
    ) -> UsageError? {
        if flag.takesNone, text.isEmpty { return nil }
        guard let type = flag.type, let expected = type.problem(text) else { return nil }
        let field = isGlobal ? nil : flag.field ?? flag.name.replacing("-", with: "_")
        return badValue(
            text, type: type, expected: expected, name: "--\(flag.name)", refusal: flag.refusal,
            field: field, command: command)
    }

    private func arguments(
        _ rest: [String], of command: Command
    ) throws(UsageError) -> [String] {
        var given = rest
        if let last = command.arguments.last, last.takesRest,
            given.count >= command.arguments.count
        {
            let kept = command.arguments.count - 1
            given = Array(rest[..<kept]) + [rest[kept...].joined(separator: " ")]
        }
        guard given.count <= command.arguments.count || command.arguments.last?.isRepeatable == true
        else {
            throw UsageError(
                .unexpectedArgument,
                "\(QuotedText.of(given[command.arguments.count])) is an unexpected argument",
                reason: "Put text with spaces in quotes.", remedy: helpLine(command))
        }
        for (index, argument) in command.arguments.enumerated() {
            guard index < given.count else {
                if argument.isOptional { break }
                throw UsageError(
                    .missingArgument, "\(argument.name) is missing: \(argument.summary)",
                    reason: "Usage: \(HelpText(table).usageLine(of: command))",
                    remedy: helpLine(command))
            }
            let values = argument.isRepeatable ? given[index...] : given[index...index]
            for value in values {
                guard let expected = argument.type.problem(value) else { continue }
                throw badValue(
                    value, type: argument.type, expected: expected, name: argument.name,
                    refusal: nil, field: argument.name.lowercased(), command: command)
            }
        }
        return given
    }
}

/// Returns every word once, in the order of first appearance.
func unique(_ words: [String]) -> [String] {
    var seen: Set<String> = []
    return words.filter { seen.insert($0).inserted }
}
