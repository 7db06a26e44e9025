public import Contracts

/// The outcome of a call.
public enum Outcome: Sendable {
    /// The call succeeded with this JSON. `replayed` is true if the reply was stored by an earlier
    /// request with the same idempotency key.
    case success([UInt8], replayed: Bool)
    /// The call failed. `executed` is `unknown` if it may have taken effect nevertheless.
    case failure(ServiceError, executed: Execution)

    /// Whether a failed call may have taken effect.
    public enum Execution: Sendable {
        /// The call changed nothing.
        case no
        /// It is unknown; a retry with the same key returns the outcome.
        case unknown
    }
}

extension Outcome {
    /// Returns the outcome as sent to the caller. Internal errors get a generic message, or `text`
    /// if the operation has its own; their original text, which may contain SQL or paths, is only
    /// logged.
    func redacted(saying text: String?) -> Outcome {
        guard case .failure(var error, let executed) = self else { return self }
        switch error.code {
        case .internal:
            error.message = text ?? "The service failed; its log has the details"
        case .dataLoss: error.message = "Stored data is damaged or missing; nothing is recorded"
        default: return self
        }
        return .failure(error, executed: executed)
    }
}

/// Delivers a call's outcome. The first outcome counts; later ones are dropped.
public struct Responder<Op: Operation>: Sendable {
    public let deliver: @Sendable (Outcome) -> Void

    public init(_ deliver: @escaping @Sendable (Outcome) -> Void) {
        self.deliver = deliver
    }

    /// Replies with a response.
    public func succeed(_ response: Op.Response) {
        do {
            deliver(.success(try JSONCoding.encode(response), replayed: false))
        } catch {
            fail(ServiceError(.internal, "The answer cannot be written"))
        }
    }

    /// Replies with a response encoded as JSON.
    public func succeed(json: [UInt8], replayed: Bool = false) {
        deliver(.success(json, replayed: replayed))
    }

    /// Replies with an error. `executed` is `unknown` if the call may have taken effect.
    public func fail(_ error: ServiceError, executed: Outcome.Execution = .no) {
        deliver(.failure(error, executed: executed))
    }
}
