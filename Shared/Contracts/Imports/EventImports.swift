// The steps of importing events and metrics; see ImportOperations.swift.

/// Validates rows of a file of events and stages them.
public enum StageEvents: Operation {
    public static let name = "events.stageImport"
    public static let service: ServiceName? = .events
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can import")
    public static let summary = "Check rows of events and stage them for an import"
    public typealias Request = ImportBatch<EventImportRow>
    /// A batch may wait for a replica and for earlier commands.
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

/// Discards the staged events of an import.
public enum DiscardEvents: Operation {
    public static let name = "events.discardImport"
    public static let service: ServiceName? = .events
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can import")
    public static let summary = "Discard the staged events of an import"
    public typealias Request = ImportDiscard
    public typealias Response = ImportDiscard.Response
}

/// Validates rows of a file of metrics and stages them.
public enum StageMetrics: Operation {
    public static let name = "metrics.stageImport"
    public static let service: ServiceName? = .events
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can import")
    public static let summary = "Check rows of metrics and stage them for an import"
    public typealias Request = ImportBatch<MetricImportRow>
    /// A batch may wait for a replica and for earlier commands.
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

/// Discards the staged metrics of an import.
public enum DiscardMetrics: Operation {
    public static let name = "metrics.discardImport"
    public static let service: ServiceName? = .events
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can import")
    public static let summary = "Discard the staged metrics of an import"
    public typealias Request = ImportDiscard
    public typealias Response = ImportDiscard.Response
}

/// An import row that describes an event.
@Memberwise
public struct EventImportRow: ImportRow {
    /// The line in the file.
    public var line: Int
    /// The event's key in the file, for files that refer to it.
    public var key: String?
    /// The event, with its school given by id.
    public var form: EventForm
}

/// An import row that describes a metric.
@Memberwise
public struct MetricImportRow: ImportRow {
    /// The line in the file.
    public var line: Int
    /// The event, if the form does not contain its id.
    public var event: EventReference?
    public var form: MetricForm
}

/// A reference to an event in a file: the key given by an imported file, or the exact name (case is
/// ignored).
@JSONObject
public struct EventReference: Codable, Hashable, Sendable {
    /// The key, which takes precedence over the name.
    public var key: String?
    public var name: String?
}
