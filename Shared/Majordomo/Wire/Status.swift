/// How a request ended (docs/protocol.md, section 3.3). The numbers are those of the wire.
public enum Status: UInt8, Sendable, CaseIterable {
    /// Done.
    case ok = 0
    /// The request breaks a rule of its form.
    case invalid = 1
    /// Nobody signed in, or the passport does not hold.
    case unauthenticated = 2
    /// The caller may not do this.
    case forbidden = 3
    /// No such thing, or none that the caller may know of.
    case notFound = 4
    /// It clashes with what is there.
    case conflict = 5
    /// The same key is being worked on.
    case inProgress = 6
    /// The key was used with another request.
    case keyReused = 7
    /// The version that the caller named is not the current one.
    case precondition = 8
    /// Over a limit of size.
    case tooLarge = 9
    /// Too much to do; come again.
    case busy = 10
    /// The budget ended first.
    case deadline = 11
    /// The caller took it back.
    case cancelled = 12
    /// Nobody is there to do it.
    case unavailable = 13
    /// No such operation, or no such version.
    case unimplemented = 14
    /// A mistake of the service.
    case `internal` = 15
    /// Stored data is damaged.
    case dataLoss = 16

    /// The code in an error's JSON for statuses that have exactly one; a contract may be finer.
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

    /// Whether the same request with the same key may succeed later.
    public var isRetryable: Bool {
        switch self {
        case .busy, .unavailable, .deadline, .inProgress: true
        default: false
        }
    }
}

/// Whether the work of a request was done.
public enum Executed: UInt8, Sendable, CaseIterable {
    /// Certainly not.
    case no = 0
    /// Certainly.
    case yes = 1
    /// Nobody here can tell; repeating the key will.
    case unknown = 2
}
