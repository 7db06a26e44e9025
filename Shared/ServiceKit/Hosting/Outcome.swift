public import Contracts

/// How a call ended, as it goes to the caller.
public enum Outcome: Sendable {
    /// It succeeded, with this JSON; `replayed` if the answer was stored before under the same key.
    case success([UInt8], replayed: Bool)
    /// It was refused or failed. `executed` says whether it may have taken effect all the same.
    case failure(ServiceError, executed: Execution)

    /// Whether a failed call may have taken effect.
    public enum Execution: Sendable {
        /// It changed nothing.
        case no
        /// Nobody knows; asking again with the same key tells.
        case unknown
    }
}

extension Outcome {
    /// The outcome as a caller may see it: faults of ours keep their text, which may hold SQL or a
    /// path, for the log alone (S55). An operation may have a text of its own for
    /// mistakes.
    func withoutInnards(saying text: String?) -> Outcome {
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

/// Where a call's outcome goes; the first one counts, later ones are dropped.
public struct Responder<Op: Operation>: Sendable {
    /// Takes the outcome.
    public let deliver: @Sendable (Outcome) -> Void

    /// A responder that delivers to this closure.
    public init(_ deliver: @escaping @Sendable (Outcome) -> Void) {
        self.deliver = deliver
    }

    /// Answers with a response.
    public func succeed(_ response: Op.Response) {
        do {
            deliver(.success(try JSONCoding.encode(response), replayed: false))
        } catch {
            fail(ServiceError(.internal, "The answer cannot be written"))
        }
    }

    /// Answers with a response that is JSON already.
    public func succeed(json: [UInt8], replayed: Bool = false) {
        deliver(.success(json, replayed: replayed))
    }

    /// Answers with an error. `executed` says whether the call may have taken effect.
    public func fail(_ error: ServiceError, executed: Outcome.Execution = .no) {
        deliver(.failure(error, executed: executed))
    }
}
