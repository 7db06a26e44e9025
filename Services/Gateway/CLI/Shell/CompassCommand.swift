import CommandKit
import Contracts

/// A command and what it does.
struct CompassCommand: Sendable {
    /// Its line in the table.
    let declaration: Command
    /// Its work.
    let run: @Sendable (CommandRun) throws -> CommandResult
    /// Whether `--output pdf` makes pages of its result.
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

/// The types of values that several commands take.
enum Values {
    static let interactionID = ValueType.checked(
        "id", placeholder: "ID", completes: "interaction", expected: RecordNames.problem)
    /// A time zone of the system's database.
    static let zone = ValueType.text("ZONE", completes: "zone")
    static let school = ValueType.text("SCHOOL", completes: "school")
    static let coach = ValueType.text("COACH", completes: "coach")
    static let event = ValueType.text("EVENT", completes: "event")
    static let member = ValueType.text("MEMBER", completes: "member")
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
    /// The count of a record's edits.
    static let version = ValueType.integer(in: 1...1_000_000_000)
    /// Operations of the trash that `--limit` may ask for.
    static let trashLimit = ValueType.integer(in: 1...ListOperations.rowsMax)
    /// Rows that `--limit` may ask for.
    static let limit = ValueType.integer(in: 1...1_000_000)
}
