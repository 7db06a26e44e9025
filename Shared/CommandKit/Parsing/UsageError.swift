/// A command line that cannot be run, told in at most three lines: what, why, the command that
/// helps.
public struct UsageError: Error, Equatable, Sendable {
    /// The closed list of causes.
    public enum Code: String, Sendable {
        /// No command begins with these words.
        case unknownCommand = "unknown_command"
        /// A noun stands without its verb.
        case missingVerb = "missing_verb"
        /// The command has no such flag.
        case unknownFlag = "unknown_flag"
        /// The flag needs a value.
        case missingValue = "missing_value"
        /// The flag takes no value.
        case unexpectedValue = "unexpected_value"
        /// The flag may stand once only.
        case repeatedFlag = "repeated_flag"
        /// An argument is missing.
        case missingArgument = "missing_argument"
        /// There are more arguments than the command takes.
        case unexpectedArgument = "unexpected_argument"
        /// The value of a flag or argument has a wrong form.
        case badValue = "bad_value"
        /// Two things that exclude each other, or one that needs another.
        case conflicting
    }

    /// The cause, to be matched on.
    public let code: Code
    /// What happened.
    public let message: String
    /// Why, or what was probably meant; nil when the message says it all.
    public let reason: String?
    /// The command that helps.
    public let remedy: String?
    /// The field of the request that the bad value belongs to; nil where it is none.
    public let field: String?

    /// An error of the command line.
    public init(
        _ code: Code, _ message: String, reason: String? = nil, remedy: String? = nil,
        field: String? = nil
    ) {
        self.code = code
        self.message = message
        self.reason = reason
        self.remedy = remedy
        self.field = field
    }

    /// A field's bad value is refused like the service would refuse it; all else is usage.
    public var exitCode: ExitCode { field == nil ? .usage : .invalid }

    /// The lines for stderr.
    public var lines: [String] { [message, reason, remedy].compactMap { $0 } }
}
