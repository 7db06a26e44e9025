import Base

/// The commands of a program: the single source for parsing, help, suggestions and completions.
@Memberwise
public struct CommandTable: Sendable {
    /// A word that groups commands, with its help line.
    @Memberwise(labels: false)
    public struct Noun: Sendable {
        public let word: String
        /// One line of help.
        public let summary: String
        /// The verb of the word alone; nil if it needs a verb.
        public var bareVerb: String?
    }

    /// A help page that belongs to no command.
    @Memberwise(labels: false)
    public struct Topic: Sendable {
        /// The word after `help`.
        public let word: String
        /// One line of help.
        public let summary: String
        public let text: String
    }

    /// The program's name, as typed.
    public let program: String
    /// A one-sentence description of the program.
    public let sentence: String
    /// The words that group commands, in the order of help.
    public var nouns: [Noun] = []
    /// The flags of every command. A command's own flag with the same name takes the place of one
    /// of them.
    public var globalFlags: [Flag] = []
    /// The commands, in the order of help.
    public let commands: [Command]
    public var topics: [Topic] = []
    /// Accepted alternative spellings: `ls` for `list`.
    public var aliases: [String: String] = [:]
    /// Wrong words that are answered with "did you mean": `remove` for `delete`.
    public var hints: [String: String] = [:]
    /// Example lines for the first help screen, by task.
    public var firstSteps: [Command.Example] = []

    /// Creates the table of a program with flags only, such as a service.
    public init(flat program: String, sentence: String, flags: [Flag]) {
        self.init(
            program: program, sentence: sentence,
            commands: [Command("", .local, sentence, flags: flags)])
    }

    /// The help flag, accepted by every command.
    static let helpFlag = Flag.toggle("help", short: "h", "Show this help")

    /// Returns the flags of a command, its own first.
    public func flags(of command: Command) -> [Flag] {
        command.flags + sharedFlags(of: command)
    }

    /// The flags that a command has in common with all others.
    func sharedFlags(of command: Command) -> [Flag] {
        let own = Set(command.flags.map(\.name))
        return globalFlags.filter { !own.contains($0.name) } + [Self.helpFlag]
    }

    /// All flags of the program, with those that several commands have.
    var allFlags: [Flag] { commands.flatMap(\.flags) + globalFlags + [Self.helpFlag] }

    /// All flags of the program by name.
    var flagsByName: [String: Flag] {
        Dictionary(allFlags.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The command that a noun alone stands for; nil if it needs a verb.
    func command(alone word: String) -> Command? {
        guard let verb = nouns.first(where: { $0.word == word })?.bareVerb else { return nil }
        return commands.first { $0.path == [word, verb] }
    }

    /// The errors in the declaration: duplicate command names, a flag with a value in one command
    /// and without one in another, an optional argument before a required one.
    public var problems: [String] {
        var found: [String] = []
        let names = Dictionary(grouping: commands, by: \.name)
        found += names.filter { $0.value.count > 1 }.keys.map { "two commands \($0)" }
        let flagUses = Dictionary(grouping: allFlags, by: \.name)
        for (name, uses) in flagUses where Set(uses.map { $0.type == nil }).count > 1 {
            found.append("--\(name) takes a value in one command and none in another")
        }
        for command in commands {
            let own = flags(of: command).map(\.name)
            if Set(own).count != own.count { found.append("\(command.name): a flag twice") }
            for argument in command.arguments.dropLast()
            where argument.isOptional || argument.takesRest || argument.isRepeatable {
                found.append("\(command.name): \(argument.name) must be the last argument")
            }
            if command.path.count > 1, !nouns.contains(where: { $0.word == command.path[0] }) {
                found.append("\(command.name): its noun has no line of help")
            }
        }
        for noun in nouns {
            if let verb = noun.bareVerb, command(alone: noun.word) == nil {
                found.append("\(noun.word): it has no verb \(verb)")
            }
        }
        return found.sorted()
    }
}
