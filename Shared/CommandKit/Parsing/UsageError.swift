/// A command line that cannot be run. The message has at most three lines: what, why and a helpful
/// command.
public struct UsageError: Error, Equatable, Sendable {
    /// The causes, as a closed list.
    public enum Code: String, Sendable {
        /// No command begins with these words.
        case unknownCommand = "unknown_command"
        /// A noun has no verb.
        case missingVerb = "missing_verb"
        /// The command has no such flag.
        case unknownFlag = "unknown_flag"
        /// The flag needs a value.
        case missingValue = "missing_value"
        /// The flag takes no value.
        case unexpectedValue = "unexpected_value"
        /// The flag may be given only once.
        case repeatedFlag = "repeated_flag"
        /// An argument is missing.
        case missingArgument = "missing_argument"
        /// There are more arguments than the command takes.
        case unexpectedArgument = "unexpected_argument"
        /// The value of a flag or argument is invalid.
        case badValue = "bad_value"
        /// Two options exclude each other, or one requires another.
        case conflicting
    }

    public let code: Code
    public let message: String
    /// The cause or a suggestion; nil if the message suffices.
    public let reason: String?
    /// A helpful command.
    public let remedy: String?
    /// The request's field of the invalid value; nil if there is none.
    public let field: String?

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

    /// `invalid` for a field's value, like the service's own refusal; `usage` for all else.
    public var exitCode: ExitCode { field == nil ? .usage : .invalid }

    /// The lines for stderr.
    public var lines: [String] { [message, reason, remedy].compactMap { $0 } }
}
