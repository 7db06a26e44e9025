/// What a program's exit tells the shell. The numbers are part of the interface and never change.
public struct ExitCode: RawRepresentable, Hashable, Sendable {
    /// The number given to `exit`.
    public let rawValue: Int32

    /// An exit code with a number of one's own; the named ones are preferred.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// Done.
    public static let success = ExitCode(rawValue: 0)
    /// The other side failed, or this program did: unimplemented, internal, data loss.
    public static let failure = ExitCode(rawValue: 1)
    /// The command line could not be understood; nothing was sent.
    public static let usage = ExitCode(rawValue: 2)
    /// A value was refused: validation, a key used twice, too large.
    public static let invalid = ExitCode(rawValue: 3)
    /// Not signed in, or no longer.
    public static let unauthenticated = ExitCode(rawValue: 4)
    /// Signed in, but not allowed to.
    public static let forbidden = ExitCode(rawValue: 5)
    /// No such record, or none that this user may see.
    public static let notFound = ExitCode(rawValue: 6)
    /// The record's state forbids it: conflict, dependents, a stale version.
    public static let conflict = ExitCode(rawValue: 7)
    /// Nobody answered in time, or the service is busy; the same key may be sent again.
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
