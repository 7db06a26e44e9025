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
    /// The messages of all invalid values of fields, by field.
    public private(set) var errors: [String: String]
    /// The line with its invalid values, if only these are wrong.
    public internal(set) var invocation: Invocation?

    public init(
        _ code: Code, _ message: String, reason: String? = nil, remedy: String? = nil,
        field: String? = nil
    ) {
        self.code = code
        self.message = message
        self.reason = reason
        self.remedy = remedy
        self.field = field
        errors = field.map { [$0: message] } ?? [:]
    }

    /// One error for all invalid values, each with the flag that gave it; nil if there are none.
    public static func joined(_ found: [(flag: String, error: UsageError)]) -> UsageError? {
        guard let first = found.first?.error, found.count > 1 else { return found.first?.error }
        let reasons = found.enumerated().compactMap { index, item -> String? in
            let reason = item.error.reason
            // With a field's own refusal as message, the reason names the flag.
            if index == 0 || reason?.hasPrefix("\(item.flag): ") == true { return reason }
            return [item.error.message + ".", reason].compactMap(\.self).joined(separator: " ")
        }
        var result = UsageError(
            first.code, first.message, reason: reasons.joined(separator: " "),
            remedy: first.remedy, field: first.field)
        for item in found { result.errors.merge(item.error.errors) { earlier, _ in earlier } }
        return result
    }

    /// `invalid` for a field's value, like the service's own refusal; `usage` for all else.
    public var exitCode: ExitCode { field == nil ? .usage : .invalid }

    /// The lines for stderr.
    public var lines: [String] { [message, reason, remedy].compactMap { $0 } }
}
