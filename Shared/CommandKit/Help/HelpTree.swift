/// The whole table as JSON, for programs and assistants that use the CLI.
public struct HelpTree: Sendable {
    let table: CommandTable

    /// Creates the tree of a program.
    public init(_ table: CommandTable) { self.table = table }

    /// The program, global flags, commands with arguments, flags and examples, topics, exit codes.
    public var json: JSONValue {
        .object([
            ("program", .string(table.program)),
            ("summary", .string(table.sentence)),
            ("flags", .array((table.globalFlags + [CommandTable.helpFlag]).map(flag))),
            ("commands", .array(table.commands.filter { !$0.isHidden }.map(command))),
            (
                "aliases",
                .object(
                    table.aliases.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
            ),
            ("topics", .array(table.topics.map { .string($0.word) })),
            (
                "exit_codes",
                .array(
                    ExitCode.meanings.map { entry in
                        .object([
                            ("code", .integer(Int(entry.code.rawValue))),
                            ("meaning", .string(entry.meaning)),
                        ])
                    })
            ),
        ])
    }

    private func command(_ command: Command) -> JSONValue {
        .object([
            ("name", .string(command.name)),
            ("summary", .string(command.summary)),
            ("usage", .string(HelpText(table).usageLine(of: command))),
            ("read_only", .bool(command.effect == .readOnly)),
            ("effect", .string(command.effect.rawValue)),
            ("arguments", .array(command.arguments.map(argument))),
            ("flags", .array(command.flags.map(flag))),
            (
                "examples",
                .array(
                    command.examples.map { example in
                        .object([
                            ("line", .string(example.line)), ("meaning", .string(example.meaning)),
                        ])
                    })
            ),
        ])
    }

    private func argument(_ argument: Argument) -> JSONValue {
        .object(
            [
                ("name", .string(argument.name)), ("summary", .string(argument.summary)),
                ("optional", .bool(argument.isOptional)),
                ("takes_rest", .bool(argument.takesRest)),
                ("repeatable", .bool(argument.isRepeatable)),
            ] + type(argument.type))
    }

    private func flag(_ flag: Flag) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("name", .string(flag.name)), ("summary", .string(flag.summary)),
        ]
        if let short = flag.short { members.append(("short", .string(String(short)))) }
        members.append(("repeatable", .bool(flag.isRepeatable)))
        if let value = flag.defaultText { members.append(("default", .string(value))) }
        if let valueType = flag.type {
            members += type(valueType)
        } else {
            members.append(("type", .string("toggle")))
            members.append(("negatable", .bool(flag.isNegatable)))
        }
        return .object(members)
    }

    private func type(_ type: ValueType) -> [(String, JSONValue)] {
        var members: [(String, JSONValue)] = [("type", .string(type.name))]
        if !type.choices.isEmpty {
            members.append(("values", .array(type.choices.map { .string($0.word) })))
        }
        return members
    }
}
