/// The outcome of a request (docs/protocol.md, section 3.3). Raw values are wire numbers.
public enum Status: UInt8, Sendable, CaseIterable {
    case ok = 0
    /// The request is malformed or breaks a validation rule.
    case invalid = 1
    /// The caller is not signed in, or the passport is invalid.
    case unauthenticated = 2
    /// The caller may not do this.
    case forbidden = 3
    /// The object does not exist or the caller must not see it.
    case notFound = 4
    /// The request conflicts with stored data.
    case conflict = 5
    /// A request with the same idempotency key is running.
    case inProgress = 6
    /// The idempotency key was used with another request.
    case keyReused = 7
    /// The caller named a version that is not the current one.
    case precondition = 8
    /// A size limit is exceeded.
    case tooLarge = 9
    /// The service is overloaded; a retry may succeed.
    case busy = 10
    /// The budget ended before the work was done.
    case deadline = 11
    /// The caller cancelled the call.
    case cancelled = 12
    /// The service is not available.
    case unavailable = 13
    /// The operation or its version is unknown.
    case unimplemented = 14
    /// The service has an internal error.
    case `internal` = 15
    /// Stored data is damaged.
    case dataLoss = 16

    /// The error code in JSON for this status. A contract may define finer codes.
    public var code: String {
        switch self {
        case .ok: "ok"
        case .invalid: "validation_failed"
        case .unauthenticated: "unauthenticated"
        case .forbidden: "forbidden"
        case .notFound: "not_found"
        case .conflict: "conflict"
        case .inProgress: "in_progress"
        case .keyReused: "key_reused"
        case .precondition: "stale_version"
        case .tooLarge: "too_large"
        case .busy: "busy"
        case .deadline: "timeout"
        case .cancelled: "cancelled"
        case .unavailable: "unavailable"
        case .unimplemented: "unimplemented"
        case .internal: "internal"
        case .dataLoss: "data_loss"
        }
    }

    /// Whether a retry with the same key may succeed later.
    public var isRetryable: Bool {
        switch self {
        case .busy, .unavailable, .deadline, .inProgress: true
        default: false
        }
    }
}

/// Whether a request was executed.
public enum Executed: UInt8, Sendable, CaseIterable {
    case no = 0
    case yes = 1
    /// Unknown; a retry with the same key returns the outcome.
    case unknown = 2
}
