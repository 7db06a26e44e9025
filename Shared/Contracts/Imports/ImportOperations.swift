// An import has three steps: batches of rows are staged, which validates them; then one commit
// stores all of them, or they are discarded.

// MARK: Schools

/// Validates rows of a file of schools and stages them.
public enum StageSchools: Operation {
    public static let name = "schools.stageImport"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can import")
    public static let summary = "Check rows of schools and keep them aside for an import"
    public typealias Request = ImportBatch<SchoolImportRow>
    /// A batch may wait for a replica and for earlier commands.
    public static let defaultBudget = Duration.seconds(20)
    public typealias Response = ImportVerdicts
}

/// Stores all staged schools of an import.
public enum CommitSchools: Operation {
    public static let name = "schools.commitImport"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can import")
    public static let summary = "Store the staged schools of an import, all at once"
    public typealias Request = ImportCommit
    /// All rows are stored within one command.
    public static let defaultBudget = Duration.seconds(60)
    public typealias Response = ImportSummary
}

/// Discards the staged schools of an import.
public enum DiscardSchools: Operation {
    public static let name = "schools.discardImport"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can import")
    public static let summary = "Forget the staged schools of an import"
    public typealias Request = ImportDiscard
    public typealias Response = ImportDiscard.Response
}

// MARK: Coaches

/// Validates rows of a file of coaches and stages them.
public enum StageCoaches: Operation {
    public static let name = "coaches.stageImport"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can import")
    public static let summary = "Check rows of coaches and keep them aside for an import"
    public typealias Request = ImportBatch<CoachImportRow>
    /// A batch may wait for a replica and for earlier commands.
    public static let defaultBudget = Duration.seconds(20)
    public typealias Response = ImportVerdicts
}

/// Stores all staged coaches of an import.
public enum CommitCoaches: Operation {
    public static let name = "coaches.commitImport"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can import")
    public static let summary = "Store the staged coaches of an import, all at once"
    public typealias Request = ImportCommit
    /// All rows are stored within one command.
    public static let defaultBudget = Duration.seconds(60)
    public typealias Response = ImportSummary
}

/// Discards the staged coaches of an import.
public enum DiscardCoaches: Operation {
    public static let name = "coaches.discardImport"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can import")
    public static let summary = "Forget the staged coaches of an import"
    public typealias Request = ImportDiscard
    public typealias Response = ImportDiscard.Response
}

// MARK: Interactions

/// Validates rows of a file of interactions and stages them.
public enum StageInteractions: Operation {
    public static let name = "interactions.stageImport"
    public static let service: ServiceName? = .interactions
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can import")
    public static let summary = "Check rows of interactions and keep them aside for an import"
    public typealias Request = ImportBatch<InteractionImportRow>
    /// A batch may wait for a replica and for earlier commands.
    public static let defaultBudget = Duration.seconds(20)
    public typealias Response = ImportVerdicts
}

/// Stores all staged interactions of an import.
public enum CommitInteractions: Operation {
    public static let name = "interactions.commitImport"
    public static let service: ServiceName? = .interactions
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can import")
    public static let summary = "Store the staged interactions of an import, all at once"
    public typealias Request = ImportCommit
    /// All rows are stored within one command.
    public static let defaultBudget = Duration.seconds(60)
    public typealias Response = ImportSummary
}

/// Discards the staged interactions of an import.
public enum DiscardInteractions: Operation {
    public static let name = "interactions.discardImport"
    public static let service: ServiceName? = .interactions
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can import")
    public static let summary = "Forget the staged interactions of an import"
    public typealias Request = ImportDiscard
    public typealias Response = ImportDiscard.Response
}
