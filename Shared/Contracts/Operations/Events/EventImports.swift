// The steps of imports of events and metrics; see ImportOperations.swift.

/// Checks rows of a file of events and keeps them aside.
public enum StageEvents: Operation {
    public static let name = "events.stageImport"
    public static let service: ServiceName? = .events
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can import")
    public static let summary = "Check rows of events and stage them for an import"
    public typealias Request = ImportBatch<EventImportRow>
    /// A batch may wait for a replica and for commands before it.
    public static let defaultBudget = Duration.seconds(20)
    public typealias Response = ImportVerdicts
}

/// Stores all staged events of an import.
public enum CommitEvents: Operation {
    public static let name = "events.commitImport"
    public static let service: ServiceName? = .events
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can import")
    public static let summary = "Store the staged events of an import, all at once"
    public typealias Request = ImportCommit
    /// All rows are stored within one command.
    public static let defaultBudget = Duration.seconds(60)
    public typealias Response = ImportSummary
}

/// Forgets the staged events of an import.
public enum DiscardEvents: Operation {
    public static let name = "events.discardImport"
    public static let service: ServiceName? = .events
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can import")
    public static let summary = "Discard the staged events of an import"
    public typealias Request = ImportDiscard
    public typealias Response = ImportDiscard.Response
}

/// Checks rows of a file of metrics and keeps them aside.
public enum StageMetrics: Operation {
    public static let name = "metrics.stageImport"
    public static let service: ServiceName? = .events
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can import")
    public static let summary = "Check rows of metrics and stage them for an import"
    public typealias Request = ImportBatch<MetricImportRow>
    /// A batch may wait for a replica and for commands before it.
    public static let defaultBudget = Duration.seconds(20)
    public typealias Response = ImportVerdicts
}

/// Stores all staged metrics of an import.
public enum CommitMetrics: Operation {
    public static let name = "metrics.commitImport"
    public static let service: ServiceName? = .events
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can import")
    public static let summary = "Store the staged metrics of an import, all at once"
    public typealias Request = ImportCommit
    /// All rows are stored within one command.
    public static let defaultBudget = Duration.seconds(60)
    public typealias Response = ImportSummary
}

/// Forgets the staged metrics of an import.
public enum DiscardMetrics: Operation {
    public static let name = "metrics.discardImport"
    public static let service: ServiceName? = .events
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can import")
    public static let summary = "Discard the staged metrics of an import"
    public typealias Request = ImportDiscard
    public typealias Response = ImportDiscard.Response
}

/// A row about an event.
public struct EventImportRow: ImportRow {
    /// The line of the file.
    public var line: Int
    /// What the file calls the event, for files that refer to it.
    public var key: String?
    /// The event; its school is named by its id.
    public var form: EventForm

    /// The row of this line.
    public init(line: Int, key: String? = nil, form: EventForm) {
        self.line = line
        self.key = key
        self.form = form
    }
}

/// A row about a metric.
public struct MetricImportRow: ImportRow {
    /// The line of the file.
    public var line: Int
    /// The event, where the form has no id of it.
    public var event: EventReference?
    /// The metric.
    public var form: MetricForm

    /// The row of this line.
    public init(line: Int, event: EventReference? = nil, form: MetricForm) {
        self.line = line
        self.event = event
        self.form = form
    }
}

/// An event as files name it: by the key that an imported file gave, or by its exact name (case
/// does not matter).
public struct EventReference: Codable, Hashable, Sendable {
    /// The key; it goes before the name.
    public var key: String?
    /// The name.
    public var name: String?

    /// A reference by one of these.
    public init(key: String? = nil, name: String? = nil) {
        self.key = key
        self.name = name
    }
}
