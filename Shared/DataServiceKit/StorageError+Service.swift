import Contracts
public import ServiceKit
import Storage

extension Outcome {
    /// Creates the outcome of a call whose work threw an error.
    public init(throwing error: any Error) {
        switch error {
        case let error as ServiceError: self = .failure(error, executed: .no)
        case let error as StorageError:
            self = .failure(error.serviceError, executed: error.execution)
        case is StaleRows:
            self = .failure(StorageError(code: .busy, message: "").serviceError, executed: .no)
        case let error as UnknownReference: self = .failure(error.refusal, executed: .no)
        default: self = .failure(ServiceError(.internal, "\(error)"), executed: .no)
        }
    }
}

extension StorageError {
    /// The retry-after for a full queue, in milliseconds.
    private static let busyRetryMilliseconds: UInt32 = 50
    /// The retry-after for a full disk, in milliseconds. It is longer than any call, so that the
    /// error reaches the person at once.
    private static let fullRetryMilliseconds: UInt32 = 60_000

    /// The error as reported to the caller.
    var serviceError: ServiceError {
        switch code {
        case .busy, .rolledBack:
            ServiceError(
                .busy, "The service is busy; try again",
                retryAfterMilliseconds: Self.busyRetryMilliseconds)
        case .noSpace:
            ServiceError(
                .unavailable, message, subject: .fullDisk,
                retryAfterMilliseconds: Self.fullRetryMilliseconds)
        case .deadlineExceeded: ServiceError(.timeout, "Connection timed out")
        case .outcomeUnknown, .fenced, .closed, .owned:
            ServiceError(.unavailable, "The service is restarting; try again")
        case .tooBig: ServiceError(.tooLarge, "The request is too large")
        case .untrusted, .wrongFile: ServiceError(.dataLoss, "\(self)")
        default: ServiceError(.internal, "\(self)")
        }
    }

    /// Whether the command itself causes the error, so that it would fail on an intact file too.
    var isOfTheCommand: Bool {
        switch code {
        case .unique, .foreignKey, .check, .tooBig, .mismatch, .statement: true
        case .busy, .deadlineExceeded, .rolledBack, .outcomeUnknown, .fenced, .owned, .newerFile,
            .wrongFile, .untrusted, .damagedIndex, .noSpace, .disk, .closed:
            false
        }
    }

    /// Logs what SQLite says of a damaged file, which the message for people leaves out.
    func logDetail(to logger: Logger) {
        guard let detail else { return }
        logger.error("the database is damaged", ["error.detail": detail])
    }

    var execution: Outcome.Execution { code == .outcomeUnknown ? .unknown : .no }
}
