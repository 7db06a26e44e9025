/// The phase of a deletion that crosses services. Phases only advance.
public enum DeletionPhase: String, Codable, JSONWritable, Sendable, CaseIterable {
    /// Some services have not yet marked their records as deleted.
    case deleting
    /// All records are marked as deleted.
    case deleted
    /// Some services have not yet restored their records.
    case restoring
    /// All records are restored.
    case restored
    /// Some services have not yet removed their records.
    case purging
    /// All records are removed for good.
    case purged

    /// Whether the completion of a service is still awaited.
    public var isRunning: Bool { self == .deleting || self == .restoring || self == .purging }

    /// The phase in which a running phase ends; for a settled phase, the phase itself.
    public var settled: DeletionPhase {
        switch self {
        case .deleting, .deleted: .deleted
        case .restoring, .restored: .restored
        case .purging, .purged: .purged
        }
    }
}
