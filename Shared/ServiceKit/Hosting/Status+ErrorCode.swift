import Contracts
import Majordomo

extension Status {
    /// Creates the wire status of an error code.
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

    /// The error code of a reply without an error body; nil for success.
    var errorCode: ErrorCode? {
        switch self {
        case .ok: nil
        case .cancelled: .unavailable
        default: ErrorCode(rawValue: code) ?? .internal
        }
    }
}

extension Identifier {
    /// The same 16 bytes as an identifier of the message layer.
    var wire: WireID { .init(high: high, low: low) }

    /// Creates an identifier of the contracts from the same 16 bytes.
    init(wire identifier: WireID) {
        self.init(high: identifier.high, low: identifier.low)
    }
}
