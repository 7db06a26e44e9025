import Contracts

/// A family of the random life, with the records that its players know of, the latest last. Some of
/// them are deleted.
struct TrashHousehold {
    /// What a player may undo or remove for good.
    struct Known {
        let id: OperationID
        let service: ServiceName
        /// Who did it, by their place among the players.
        let player: Int
    }

    /// An import that is kept aside.
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

/// One thing that a player does, and how often it is done.
enum TrashAct: CaseIterable {
    case addSchool, addCoach, moveCoach, log, attach, addEvent, moveEvent, addPresence, addMetric
    case addPost, stageImport, commitImport, importPosts
    case deleteInteraction, removeFile, deleteCoach, cascadeCoach, deleteSchool, cascadeSchool
    case deleteEvent, cascadeEvent, removePresence, deleteMetric, deletePost
    case undo, purge, purgeAll

    /// Of how many acts this is one.
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

    /// Every act as often as it weighs.
    static let weighted = allCases.flatMap { Array(repeating: $0, count: $0.weight) }
}
