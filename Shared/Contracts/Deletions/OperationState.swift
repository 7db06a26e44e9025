/// Whether every part of an operation is complete.
public enum OperationState: String, Codable, JSONWritable, Sendable, CaseIterable {
    /// Every service has completed its part.
    case done
    /// Some services have not completed their part yet.
    case running
}
