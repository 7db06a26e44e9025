import CommandKit
import Contracts
import ServiceKit

/// The error of a command: at most three lines for people, one object for programs, and an exit
/// code.
struct CommandFailure: Error {
    /// The stable code on the wire and in `--json`.
    var code: String
    var exitCode: ExitCode
    var message: String
    var reason: String?
    /// What to do next, usually a command.
    var remedy: String?
    /// The messages of invalid fields, by field.
    var errors: [String: String] = [:]
    /// What the error of a service concerns.
    var subject: ErrorSubject?
    /// The invalid fields of a file's rows, in order; `errors` then has the first message of each
    /// field.
    var rows: [Row] = []
    /// What a file leaves open, with the answers that are possible.
    var questions: [JSONValue] = []
    /// The request that failed, if one was sent.
    var requestID: RequestID?
    /// Whether the same request may succeed later.
    var isRetryable = false
    /// Whether the request may or may not have taken effect; sending it again with its key finds
    /// out.
    var isOutcomeUnknown = false
    /// Whether no broker listens, so that no service can answer either.
    var isBrokerAway = false
    /// The key that repeats the command safely, if the remedy names one.
    private(set) var offeredKey: IdempotencyKey?

    /// An invalid field of a row.
    struct Row {
        let line: Int
        let field: String
        let message: String

        init(_ line: Int, _ field: String, _ message: String) {
            self.line = line
            self.field = field
            self.message = message
        }

        var json: JSONValue {
            .object([
                ("field", .string(field)), ("line", .integer(line)), ("message", .string(message)),
            ])
        }
    }

    /// A command line that cannot be run.
    init(_ error: UsageError) {
        code = error.field == nil ? "usage" : ErrorCode.validationFailed.rawValue
        exitCode = error.exitCode
        message = error.message
        reason = error.reason
        remedy = error.remedy
        errors = error.errors
    }

    /// A failure found by this program, with the exit code of its error code. The message is also
    /// that of `field`, if there is one.
    init(
        _ code: ErrorCode, _ message: String, reason: String? = nil, remedy: String? = nil,
        field: String? = nil, errors: [String: String] = [:]
    ) {
        self.code = code.rawValue
        exitCode = ExitCode(rawValue: code.exitCode)
        self.message = message
        self.reason = reason
        self.remedy = remedy
        self.errors = field.map { [$0: message] } ?? errors
        isRetryable = code.isRetryable
    }

    /// A usage error found while the command ran.
    static func usage(
        _ message: String, reason: String? = nil, remedy: String? = nil
    ) -> CommandFailure {
        CommandFailure(UsageError(.conflicting, message, reason: reason, remedy: remedy))
    }

    /// A failure reported by a service or by the transport.
    init(_ failure: Caller.Failure) {
        let error = failure.error
        self.init(error.code, error.message)
        errors = error.errors
        subject = error.subject
        requestID = failure.requestID
        isOutcomeUnknown = failure.isOutcomeUnknown
        if errors.count == 1, let field = errors.first, field.value == message {
            // The message already is the field's; the second line only names the field.
            reason = "Field: \(field.key)"
        } else if !errors.isEmpty {
            let named = errors.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
            reason = named.joined(separator: "; ")
        }
        // A message that contains the waiting time needs no second line.
        if let wait = error.retryAfterMilliseconds, error.code == .busy,
            error.subject != .tooManyAttempts
        {
            reason = "The service asks you to wait \(wait) ms."
        }
    }

    /// A full disk that prevents writing one of this program's own files; nothing was sent.
    static func diskFull(_ failure: PrivateFile.Failure) -> CommandFailure {
        CommandFailure(
            .unavailable, "The disk is full: nothing was changed", reason: failure.description,
            remedy: "Free space on this disk, then repeat the command; reading still works.")
    }

    /// The remedy for missing permissions.
    static let rolesLine = "Your families and your role in each: compass whoami"

    /// Makes the safe repetition of the command the remedy. The previous remedy moves to the reason
    /// if that line is free, and always if it is to sign in again, since the key is useless without
    /// a sign-in.
    mutating func offerKey(_ key: IdempotencyKey) {
        if offeredKey == nil, reason == nil || exitCode == .unauthenticated {
            let lines = [reason, remedy].compactMap { $0 }
            reason = lines.isEmpty ? nil : lines.joined(separator: " ")
        }
        offeredKey = key
        remedy = "Repeat safely with: --idempotency-key \(key)"
    }

    /// The lines for stderr.
    func lines(program: String, isVerbose: Bool) -> [String] {
        var lines = [message, reason, remedy].compactMap { $0 }
        if isVerbose, let requestID { lines[lines.count - 1] += " [request \(requestID)]" }
        lines[0] = "\(program): \(lines[0])"
        return lines
    }

    /// `{"error": {…}}`.
    var json: JSONValue {
        var members: [(String, JSONValue)] = [
            ("code", .string(code)), ("message", .string(message)),
        ]
        if !errors.isEmpty {
            let named = errors.sorted { $0.key < $1.key }.map {
                ($0.key, JSONValue.string($0.value))
            }
            members.append(("errors", .object(named)))
        }
        if !rows.isEmpty { members.append(("rows", .array(rows.map(\.json)))) }
        if !questions.isEmpty { members.append(("questions", .array(questions))) }
        members.append(("request_id", requestID.map { .string($0.text) } ?? .null))
        members.append(("retryable", .bool(isRetryable)))
        return .object([("error", .object(members))])
    }
}
