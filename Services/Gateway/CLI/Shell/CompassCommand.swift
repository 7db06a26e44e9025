import CommandKit
import Contracts

/// A command's declaration and its implementation.
struct CompassCommand: Sendable {
    let declaration: Command
    let run: @Sendable (CommandRun) throws -> CommandResult
    /// Whether the command supports `--output pdf`.
    let makesPDF: Bool

    init(
        _ declaration: Command, makesPDF: Bool = false,
        _ run: @escaping @Sendable (CommandRun) throws -> CommandResult
    ) {
        self.declaration = declaration
        self.makesPDF = makesPDF
        self.run = run
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
    static let types = ValueType.choice(
        InteractionType.allCases.map { .init($0.rawValue, $0.label) }, placeholder: "TYPE")
    static let directions = ValueType.choice(
        Direction.allCases.map { .init($0.rawValue, $0.label) }, placeholder: "DIRECTION")
    static let sentiments = ValueType.choice(
        Sentiment.allCases.map { .init($0.rawValue, $0.label) }, placeholder: "SENTIMENT")
    static let roles = ValueType.choice(
        Role.allCases.map { .init($0.rawValue) }, placeholder: "ROLE")
    static let coachRoles = ValueType.choice(
        CoachRole.allCases.map { .init($0.rawValue, $0.label) }, placeholder: "ROLE")
    static let divisions = ValueType.choice(
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
