/// What went wrong, as a stable word on the wire. Words are never renamed and never reused.
public enum ErrorCode: String, Codable, Sendable, CaseIterable {
    /// The request's form or content is refused; `errors` names each field.
    case validationFailed = "validation_failed"
    /// The idempotency key was used before for another request.
    case keyReused = "key_reused"
    /// The request, a field of it or a file is over its limit.
    case tooLarge = "too_large"
    /// Nobody is signed in, or the sign-in no longer counts.
    case unauthenticated
    /// The record is visible, but the caller's role forbids the act.
    case forbidden
    /// There is no such record, or the caller may not know of it: the answers are the same.
    case notFound = "not_found"
    /// The record's present state forbids the act.
    case conflict
    /// Other records refer to this one.
    case hasDependents = "has_dependents"
    /// The record was changed since the version that the request names.
    case staleVersion = "stale_version"
    /// The service has more work than it takes; try again after a moment.
    case busy
    /// No service answers, or it was lost with the request in flight.
    case unavailable
    /// The request's time was over before the answer.
    case timeout
    /// The same keyed request is being worked on right now.
    case inProgress = "in_progress"
    /// The service does not know the operation.
    case unimplemented
    /// A fault of ours.
    case `internal`
    /// Stored data are damaged.
    case dataLoss = "data_loss"

    /// Whether the same request with the same key may succeed later without being changed.
    public var isRetryable: Bool {
        switch self {
        case .busy, .unavailable, .timeout, .inProgress: true
        default: false
        }
    }

    /// The exit code of a command that ends with this error.
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
