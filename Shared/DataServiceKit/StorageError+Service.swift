import Contracts
public import ServiceKit
import Storage

extension Outcome {
    /// How a call ends whose work threw.
    public init(throwing error: any Error) {
        switch error {
        case let error as ServiceError: self = .failure(error, executed: .no)
        case let error as StorageError:
            self = .failure(error.serviceError, executed: error.execution)
        case is OutOfDate:
            self = .failure(StorageError(code: .busy, message: "").serviceError, executed: .no)
        case let error as ReferenceUnknown: self = .failure(error.refusal, executed: .no)
        default: self = .failure(ServiceError(.internal, "\(error)"), executed: .no)
        }
    }
}

extension StorageError {
    /// How long a caller waits before it repeats a command that found the queue full.
    private static let busyRetryMilliseconds: UInt32 = 50
    /// How long a caller waits before it repeats a command that found the disk full: longer than
    /// any call lasts, so that the person is told at once.
    private static let fullRetryMilliseconds: UInt32 = 60_000

    /// What the caller is told.
    var serviceError: ServiceError {
        switch code {
        case .busy, .rolledBack:
            ServiceError(
                .busy, "The service is busy; try again",
                retryAfterMilliseconds: Self.busyRetryMilliseconds)
        case .noSpace:
            ServiceError(
                .unavailable, message, retryAfterMilliseconds: Self.fullRetryMilliseconds)
        case .deadlineExceeded: ServiceError(.timeout, "Connection timed out")
        case .outcomeUnknown, .fenced, .closed, .owned:
            ServiceError(.unavailable, "The service is restarting; try again")
        case .tooBig: ServiceError(.tooLarge, "The request is too large")
        case .untrusted, .wrongFile: ServiceError(.dataLoss, "\(self)")
        default: ServiceError(.internal, "\(self)")
        }
    }

    /// Whether the command itself is at fault, so that it would fail again on a sound file.
    var isOfTheCommand: Bool {
        switch code {
        case .unique, .foreignKey, .check, .tooBig, .mismatch, .statement: true
        case .busy, .deadlineExceeded, .rolledBack, .outcomeUnknown, .fenced, .owned, .newerFile,
            .wrongFile, .untrusted, .noSpace, .disk, .closed:
            false
        }
    }

    var execution: Outcome.Execution { code == .outcomeUnknown ? .unknown : .no }
}
