import Contracts

/// A family of the random test, with the records that its players know, most recent last. Some are
/// deleted.
struct TrashHousehold {
    /// An operation that a player may undo or purge.
    struct Known {
        let id: OperationID
        let service: ServiceName
        /// The index of the player who did it.
        let player: Int
    }

    /// A staged import.
    struct Staged {
        let id: OperationID
        let kind: Kind
        let player: Int

        enum Kind: CaseIterable { case schools, coaches, interactions, events, metrics }
    }

    let id: FamilyID
    var players: [Person]
    var schools: [SchoolID] = []
    var coaches: [CoachID] = []
    var interactions: [(id: InteractionID, player: Int)] = []
    var events: [EventID] = []
    var metrics: [MetricID] = []
    var posts: [PostID] = []
    var files: [(id: AttachmentID, player: Int)] = []
    var operations: [Known] = []
    var staged: [Staged] = []
}

/// An action of a player.
enum TrashAct: CaseIterable {
    case addSchool, addCoach, moveCoach, log, attach, addEvent, moveEvent, addPresence, addMetric
    case addPost, stageImport, commitImport, importPosts
    case deleteInteraction, removeFile, deleteCoach, cascadeCoach, deleteSchool, cascadeSchool
    case deleteEvent, cascadeEvent, removePresence, deleteMetric, deletePost
    case undo, purge, purgeAll

    /// The relative frequency.
    var weight: Int {
        switch self {
        case .undo: 24
        case .log: 20
        case .addCoach: 12
        case .addSchool, .addPost: 8
        case .purge: 7
        case .addEvent, .cascadeCoach: 6
        case .addPresence, .addMetric, .deleteInteraction, .cascadeSchool: 5
        case .stageImport, .commitImport, .deletePost: 4
        case .moveCoach, .deleteCoach, .deleteSchool, .deleteEvent, .cascadeEvent, .deleteMetric: 3
        case .attach, .moveEvent, .importPosts, .removeFile, .removePresence: 2
        case .purgeAll: 1
        }
    }

    /// Every action as often as its weight.
    static let weighted = allCases.flatMap { Array(repeating: $0, count: $0.weight) }
}
