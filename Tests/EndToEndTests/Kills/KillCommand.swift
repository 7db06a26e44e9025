import Contracts

/// One command of the script, and how its effect is recognised: it is a change of one type in the
/// feed of one service that carries the command's mark.
struct KillCommand: Sendable {
    /// What is done.
    enum Kind: String, Sendable, CaseIterable {
        case create
        case delete
        case undo
        case addSchool
        case addCoach
        case editCoach
        case renameFamily
        /// Must be refused, and leave nothing.
        case createAsParent
        case createWithoutType
        case createAtForeignSchool
        case deleteOfSibling
        case addCoachAsParent

        /// The service that decides.
        var program: Program {
            switch self {
            case .addSchool, .addCoach, .editCoach, .addCoachAsParent: .coaches
            case .renameFamily: .identity
            default: .interactions
            }
        }

        /// The change that it makes.
        var changeType: String {
            switch self {
            case .create, .createAsParent, .createWithoutType, .createAtForeignSchool:
                "interaction.created"
            case .delete, .deleteOfSibling: "interaction.deleted"
            case .undo: "interaction.restored"
            case .addSchool: "school.changed"
            case .addCoach, .editCoach, .addCoachAsParent: "coach.changed"
            case .renameFamily: "family.changed"
            }
        }

        /// Whether the rules refuse it.
        var isForbidden: Bool {
            switch self {
            case .createAsParent, .createWithoutType, .createAtForeignSchool, .deleteOfSibling,
                .addCoachAsParent:
                true
            default: false
            }
        }
    }

    let kind: Kind
    let key: IdempotencyKey
    /// The text by which the effect is known: the command's own, or that of the row it deletes or
    /// brings back.
    let mark: String

    /// What is counted: two commands of one sequence differ in it.
    var effect: String { "\(kind.changeType) \(mark)" }
}

/// What a client learned of a command.
enum KillOutcome: String, Sendable {
    case ok
    case refused
    case unknown
}
