import CommandKit
import Contracts

/// A command's declaration and its implementation.
struct CompassCommand: Sendable {
    let declaration: Command
    let run: @Sendable (CommandRun) throws -> CommandResult
    /// Returns the required values that are missing from a command line, to be reported along with
    /// its invalid ones.
    private(set) var missing: @Sendable (Invocation) -> [MissingValue] = { _ in [] }

    init(
        _ declaration: Command, _ run: @escaping @Sendable (CommandRun) throws -> CommandResult
    ) {
        self.declaration = declaration
        self.run = run
    }

    /// Declares a command as `Command` does.
    init(
        _ path: String, _ effect: Command.Effect, _ summary: String,
        details: @autoclosure @escaping @Sendable () -> String = "", arguments: [Argument] = [],
        flags: @autoclosure @escaping @Sendable () -> [Flag] = [],
        examples: @autoclosure @escaping @Sendable () -> KeyValuePairs<String, String> = [:],
        hidden: Bool = false, _ run: @escaping @Sendable (CommandRun) throws -> CommandResult
    ) {
        self.init(
            Command(
                path, effect, summary, details: details(), arguments: arguments, flags: flags(),
                examples: examples(), hidden: hidden), run)
    }

    /// Returns the command with this check for missing values.
    func requiring(_ missing: @escaping @Sendable (Invocation) -> [MissingValue]) -> Self {
        var result = self
        result.missing = missing
        return result
    }

    /// The words that the command's `--output` takes.
    var formats: [String] {
        let flag = CompassTable.table.flags(of: declaration).first { $0.name == "output" }
        return flag?.type?.choices.map(\.word) ?? []
    }
}

/// Value types that several commands share.
enum Values {
    static let interactionID = ValueType.checked(
        "id", placeholder: "ID", completes: "interaction", expected: RecordNames.problem)
    /// A zone name of the system's time zone database.
    static let zone = ValueType.text("ZONE", completes: "zone")
    static let school = ValueType.text("SCHOOL", completes: "school")
    static let coach = ValueType.text("COACH", completes: "coach")
    static let event = ValueType.text("EVENT", completes: "event")
    static let member = ValueType.text("MEMBER", completes: "member")
    static let player = ValueType.text("PLAYER", completes: "member")
    /// A member whose rows a list shows.
    static let logger = ValueType.text("MEMBER", completes: "logger")
    static let time = ValueType.checked(
        "time", placeholder: "TIME",
        expected: { LocalZone.isTime($0) ? nil : LocalZone.expected })
    static let types = ValueType.word(
        InteractionType.allCases.map { .init($0.rawValue, $0.label) }, placeholder: "TYPE")
    static let directions = ValueType.word(
        Direction.allCases.map { .init($0.rawValue, $0.label) }, placeholder: "DIRECTION")
    static let sentiments = ValueType.word(
        Sentiment.allCases.map { .init($0.rawValue, $0.label) }, placeholder: "SENTIMENT")
    static let roles = ValueType.choice(
        Role.allCases.map { .init($0.rawValue) }, placeholder: "ROLE")
    static let coachRoles = ValueType.word(
        CoachRole.allCases.map { .init($0.rawValue, $0.label) }, placeholder: "ROLE")
    static let divisions = ValueType.word(
        Division.allCases.map { .init($0.rawValue) }, placeholder: "DIVISION")
    static let services = ValueType.choice(
        ServiceName.allCases.map { .init($0.rawValue) }, placeholder: "SERVICE")
    /// A record's version: the number of its edits.
    static let version = ValueType.integer(in: 1...1_000_000_000)
    /// The `--limit` of trash operations.
    static let trashLimit = ValueType.integer(in: 1...ListOperations.rowsMax)
    /// The `--limit` of rows.
    static let limit = ValueType.integer(in: 1...1_000_000)
}

extension ValueType {
    /// Returns the type of one word of a closed list. If the refused word is a synonym that imports
    /// accept, such as `call` for `phone_call`, suggests the listed word.
    static func word(_ choices: [Choice], placeholder: String = "WORD") -> ValueType {
        .choice(choices, placeholder: placeholder, synonym: meaning(among: choices))
    }

    /// Returns the same for several words, joined by commas.
    static func words(_ choices: [Choice], placeholder: String) -> ValueType {
        .choices(choices, placeholder: placeholder, synonym: meaning(among: choices))
    }

    private static func meaning(
        among choices: [Choice]
    ) -> @Sendable (String) -> String? {
        let words = choices.map(\.word)
        return { typed in ImportWords.meanings(of: typed).first { words.contains($0) } }
    }
}
