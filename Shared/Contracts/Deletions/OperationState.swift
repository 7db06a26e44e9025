/// Whether everything that belongs to an operation has been done.
public enum OperationState: String, Codable, Sendable, CaseIterable {
    /// Every service has taken its part.
    case done
    /// Some services have not; they will.
    case running
}
