/// The exit code of a program. The numbers are part of the interface and never change.
public struct ExitCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32

    /// Creates an exit code with this number; prefer the named ones.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static let success = ExitCode(rawValue: 0)
    /// The service or this program failed: unimplemented, internal, data loss.
    public static let failure = ExitCode(rawValue: 1)
    /// The command line could not be parsed; nothing was sent.
    public static let usage = ExitCode(rawValue: 2)
    /// A value was refused: validation failed, key reused, too large.
    public static let invalid = ExitCode(rawValue: 3)
    /// The user is not signed in, or no longer.
    public static let unauthenticated = ExitCode(rawValue: 4)
    /// The user is signed in but not permitted.
    public static let forbidden = ExitCode(rawValue: 5)
    /// The record does not exist or the user must not see it.
    public static let notFound = ExitCode(rawValue: 6)
    /// The record's state prevents the operation: conflict, dependents, stale version.
    public static let conflict = ExitCode(rawValue: 7)
    /// No reply in time, or the service is busy; a retry with the same key is safe.
    public static let unavailable = ExitCode(rawValue: 8)
    /// A benchmark or load test missed its limit.
    public static let thresholdMissed = ExitCode(rawValue: 99)
    /// Ctrl-C.
    public static let interrupted = ExitCode(rawValue: 130)

    /// Every code with its meaning, in the order of the help topic.
    public static let meanings: [(code: ExitCode, meaning: String)] = [
        (.success, "done"),
        (.failure, "the service or this program failed"),
        (.usage, "the command line could not be understood"),
        (.invalid, "a value is invalid; the message names the field"),
        (.unauthenticated, "not signed in: compass login"),
        (.forbidden, "signed in, but this role may not do it"),
        (.notFound, "no such record in your family"),
        (.conflict, "the record's state does not allow it"),
        (.unavailable, "no answer in time or busy: repeat with the printed key"),
        (.thresholdMissed, "a benchmark missed its limit"),
        (.interrupted, "interrupted"),
    ]
}
