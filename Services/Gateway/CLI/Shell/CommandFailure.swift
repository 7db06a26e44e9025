import CommandKit
import Contracts
import ServiceKit

/// Why a command ended without its result: at most three lines for people, one object for programs,
/// and an exit code.
struct CommandFailure: Error {
    /// The stable code on the wire and in `--json`.
    var code: String
    /// What the shell is told.
    var exitCode: ExitCode
    /// What happened.
    var message: String
    /// Why.
    var reason: String?
    /// The command that helps.
    var remedy: String?
    /// Refused fields with their texts.
    var errors: [String: String] = [:]
    /// Refused fields of the rows of a file, in its order; `errors` then has the first of each
    /// field.
    var rows: [Row] = []
    /// The request that failed, if one was sent.
    var requestID: RequestID?
    /// Whether the same request may succeed later.
    var isRetryable = false
    /// Whether nobody knows if the request took effect; its key tells.
    var isOutcomeUnknown = false
    /// Whether no broker listens, so that no service can answer either.
    var isBrokerAway = false
    /// The key that repeats the command safely, if the remedy names one.
    private(set) var offeredKey: IdempotencyKey?

    /// A field of a row that cannot be imported.
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
        if let field = error.field { errors = [field: error.message] }
    }

    /// A refusal of this program's own, with the exit code that belongs to its code.
    init(_ code: ErrorCode, _ message: String, reason: String? = nil, remedy: String? = nil) {
        self.code = code.rawValue
        exitCode = ExitCode(rawValue: code.exitCode)
        self.message = message
        self.reason = reason
        self.remedy = remedy
        isRetryable = code.isRetryable
    }

    /// A usage error found while the command ran.
    static func usage(
        _ message: String, reason: String? = nil, remedy: String? = nil
    ) -> CommandFailure {
        CommandFailure(UsageError(.conflicting, message, reason: reason, remedy: remedy))
    }

    /// What a service or the way to it answered.
    init(_ failure: Caller.Failure) {
        let error = failure.error
        self.init(error.code, error.message)
        errors = error.errors
        requestID = failure.requestID
        isOutcomeUnknown = failure.isOutcomeUnknown
        if errors.count == 1, let field = errors.first, field.value == message {
            // One line says it; the second only names the field.
            reason = "Field: \(field.key)"
        } else if !errors.isEmpty {
            let named = errors.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
            reason = named.joined(separator: "; ")
        }
        // A refusal that says itself when to come back needs no second line.
        if let wait = error.retryAfterMilliseconds, error.code == .busy,
            !error.message.contains("try again in")
        {
            reason = "The service asks to wait \(wait) ms."
        }
    }

    /// A file of this program's own that a full disk refuses; nothing was sent.
    static func diskFull(_ failure: PrivateFile.Failure) -> CommandFailure {
        CommandFailure(
            .unavailable, "The disk is full: nothing was changed", reason: failure.description,
            remedy: "Free space on this disk, then repeat the command; reading goes on meanwhile.")
    }

    /// The command that says who may what.
    static let rolesLine = "Your families and your role in each: compass whoami"

    /// Says how the command can be repeated safely; the command that helped so far moves up a line.
    /// What signs in again is never left out: without it the key is of no use.
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
        members.append(("request_id", requestID.map { .string($0.text) } ?? .null))
        members.append(("retryable", .bool(isRetryable)))
        return .object([("error", .object(members))])
    }
}
