import Contracts

/// A command of the script. Its effect is identified by a change of one type in one service's feed
/// that contains the command's mark.
struct KillCommand: Sendable {
    enum Kind: String, Sendable, CaseIterable {
        case create
        case delete
        case undo
        case addSchool
        case addCoach
        case editCoach
        case renameFamily
        /// The commands from here on must be refused and have no effect.
        case createAsParent
        case createWithoutType
        case createAtForeignSchool
        case deleteOfSibling
        case addCoachAsParent

        /// The service that executes it.
        var program: Program {
            switch self {
            case .addSchool, .addCoach, .editCoach, .addCoachAsParent: .coaches
            case .renameFamily: .identity
            default: .interactions
            }
        }

        /// The type of change that it records.
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

        /// Whether the rules forbid it.
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
    /// A text that identifies the effect: the command's own, or that of the row it deletes or
    /// restores.
    let mark: String

    /// The effect that is counted, unique within a session.
    var effect: String { "\(kind.changeType) \(mark)" }
}

/// The outcome of a command as its client knows it.
enum KillOutcome: String, Sendable {
    case ok
    case refused
    case unknown
}
