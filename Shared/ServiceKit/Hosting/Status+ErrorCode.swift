import Contracts
import Majordomo

extension Status {
    /// The status on the wire for an error's code (the table of exit codes joins the two).
    init(_ code: ErrorCode) {
        self =
            switch code {
            case .validationFailed: .invalid
            case .keyReused: .keyReused
            case .tooLarge: .tooLarge
            case .unauthenticated: .unauthenticated
            case .forbidden: .forbidden
            case .notFound: .notFound
            case .conflict, .hasDependents: .conflict
            case .staleVersion: .precondition
            case .busy: .busy
            case .unavailable: .unavailable
            case .timeout: .deadline
            case .inProgress: .inProgress
            case .unimplemented: .unimplemented
            case .internal: .internal
            case .dataLoss: .dataLoss
            }
    }

    /// The code for an answer whose body does not say it; `nil` for success.
    var errorCode: ErrorCode? {
        switch self {
        case .ok: nil
        case .cancelled: .unavailable
        default: ErrorCode(rawValue: code) ?? .internal
        }
    }
}

extension Contracts.Identifier {
    /// The same sixteen bytes, as the message layer writes them.
    var wire: Majordomo.Identifier { .init(high: high, low: low) }

    /// The same sixteen bytes, as the contracts name them.
    init(wire identifier: Majordomo.Identifier) {
        self.init(high: identifier.high, low: identifier.low)
    }
}
