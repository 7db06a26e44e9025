/// The kind of an error, as a stable word on the wire. Words are never renamed or reused.
public enum ErrorCode: String, Codable, JSONWritable, Sendable, CaseIterable {
    /// The request's form or content is invalid; `errors` names each field.
    case validationFailed = "validation_failed"
    /// The idempotency key was already used for a different request.
    case keyReused = "key_reused"
    /// The request, one of its fields or a file exceeds its limit.
    case tooLarge = "too_large"
    /// The caller is not signed in, or the sign-in is no longer valid.
    case unauthenticated
    /// The caller may see the record, but the caller's role does not permit the action.
    case forbidden
    /// The record does not exist, or the caller may not see it; the two are not distinguished.
    case notFound = "not_found"
    /// The record's current state does not permit the action.
    case conflict
    /// Other records refer to this one.
    case hasDependents = "has_dependents"
    /// The record has changed since the version that the request names.
    case staleVersion = "stale_version"
    /// The service is overloaded; try again after a moment.
    case busy
    /// No service is available, or it was lost while the request was in flight.
    case unavailable
    /// The deadline passed before the reply.
    case timeout
    /// A request with the same idempotency key is being processed.
    case inProgress = "in_progress"
    /// The service does not support the operation.
    case unimplemented
    /// A defect in the system.
    case `internal`
    /// Stored data is damaged.
    case dataLoss = "data_loss"

    /// Whether the same request with the same key may succeed later.
    public var isRetryable: Bool {
        switch self {
        case .busy, .unavailable, .timeout, .inProgress: true
        default: false
        }
    }

    /// The exit code of a command that fails with this error.
    public var exitCode: Int32 {
        switch self {
        case .validationFailed, .keyReused, .tooLarge: 3
        case .unauthenticated: 4
        case .forbidden: 5
        case .notFound: 6
        case .conflict, .hasDependents, .staleVersion: 7
        case .busy, .unavailable, .timeout, .inProgress: 8
        case .unimplemented, .internal, .dataLoss: 1
        }
    }
}
