import CommandKit
import Contracts
import ServiceKit

// Explains a service's errors to the person who typed the command.
extension CommandRun {
    /// The failure with an explanation and a remedy.
    func explained<Op: Operation>(
        _ failure: Caller.Failure, _ operation: Op.Type
    ) -> CommandFailure {
        var result = CommandFailure(failure)
        switch failure.error.code {
        case .unauthenticated:
            if usesTokenOfEnvironment {
                result.reason = "COMPASS_TOKEN belongs to no active session."
                result.remedy = "Unset COMPASS_TOKEN to use a stored sign-in."
            } else {
                result.remedy = loginLine
            }
        case .notFound:
            explainMissing(failure.error.subject, &result)
        case .conflict where Op.self == CreateFamily.self:
            result.remedy = "Try: compass whoami"
        case .conflict where Op.self == AddSchool.self:
            result.remedy = "Try: " + line("schools", "list")
        case .conflict where Op.self == UndoOperation.self || Op.self == PurgeOperations.self:
            result.remedy = "Try: " + line("trash", "list")
        case .hasDependents where Op.self == PurgeOperations.self:
            result.remedy = "Try: " + line("trash", "list")
        case .conflict where Op.self == TestHook.self:
            result.remedy =
                "Try: " + line("hooks", "replay", invocation.argument(0) ?? "HOOK")
        case .conflict where Op.self == AddEventCoach.self:
            result.remedy = seeRecord
        case .staleVersion:
            result.remedy = seeRecord
        case .forbidden:
            result.remedy = CommandFailure.rolesLine
        case .validationFailed, .tooLarge, .keyReused:
            result.reason = fieldLine(result) ?? result.reason
            result.remedy = helpLine
        case .timeout:
            result.message = "Connection timed out"
            result.reason = "No answer within the time allowed; --timeout 10s waits longer."
            result.remedy = "Try: compass service status"
        case .unavailable where !SocketProbe.isListening(at: endpoint):
            //
            result.message = "Gateway unreachable: no broker listens at \(endpoint)"
            result.remedy = "Start the system with: \(SystemCommand.start)"
            result.isBrokerAway = true
        case .unavailable:
            explainAbsence(of: Op.service, failure.error, &result)
        case .internal:
            result.reason = Self.serverError
            result.remedy = "Try: compass service status"
        case .dataLoss:
            result.reason = Self.dataLost
            result.remedy = "Try: compass service status"
        default:
            break
        }
        // Every failure has a next step.
        result.remedy = result.remedy ?? helpLine
        return result
    }

    /// Explains why a service does not answer. X-12: the message layer's own messages about workers
    /// do not help people; what its database refuses does, with the remedy.
    private func explainAbsence(
        of service: ServiceName?, _ error: ServiceError, _ result: inout CommandFailure
    ) {
        result.remedy = "Try: compass service status"
        if !error.isForReaders, let service,
            let refusal = ServiceSurvey.refusal(of: service, in: home)
        {
            result.message = "The service \(service.rawValue) cannot use its database"
            result.reason = refusal
        } else {
            result.reason = error.isForReaders ? error.message : Self.serviceAway
            result.message = Self.serverError
        }
    }

    /// Explains what was not found.
    private func explainMissing(_ subject: ErrorSubject?, _ result: inout CommandFailure) {
        guard let subject else { return }
        switch subject {
        // ID-26: these have a list of their own.
        case .interaction, .school, .coach, .event, .metric, .notification, .post:
            result.reason = "This \(subject.rawValue) may have been deleted"
            result.remedy = wayBack(to: subject.rawValue)
        case .operation:
            result.remedy = "Try: " + line("trash", "list")
        case .family:
            result.reason = "It does not exist, or you are not a member of it."
            result.remedy = "Try: compass whoami"
        case .calendar:
            result.message = "You have no calendar link"
            result.remedy = "Create one with: " + line("calendar", "link")
        case .familyCode:
            result.reason = "Old codes stop working once renewed."
            result.remedy = "The family's player can show it with: compass family codes"
        case .member:
            result.remedy = "Try: " + line("family", "members")
        default:
            break
        }
    }

    /// ID-26, EV-39: the command that lists the records of this kind.
    private func wayBack(to noun: String) -> String {
        let plural = noun == "coach" ? "coaches" : noun + "s"
        return (noun == "event" ? "Return" : "Back")
            + " to \(plural.prefix(1).uppercased())\(plural.dropFirst()): " + line(plural, "list")
    }

    /// Replaces messages of the message layer.
    private static let serviceAway = "The service is not running, or is just starting."
    ///
    static let serverError = "Server error. Please try again."
    /// The reason of a failure that no second attempt fixes.
    static let dataLost = "Tell whoever runs the system. What is undamaged can still be read."

    /// Names the only invalid field. Adds what is wrong if the message cannot say it: the flag is
    /// missing, or the calendar has no such day.
    func fieldLine(_ failure: CommandFailure) -> String? {
        guard failure.errors.count == 1, let field = failure.errors.keys.first,
            failure.errors[field] == failure.message
        else { return flagsLine(failure) }
        guard let flag = flagName(of: field) else { return "Field: \(field)" }
        let line = "Field: \(field) (--\(flag))"
        guard let typed = invocation.text(flag) else {
            return invocation.toggle(flag) == nil ? "Missing: --\(flag)" : line
        }
        let looksLikeDay = typed.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil
        return looksLikeDay && CivilDay(text: typed) == nil
            ? line + ": \(typed) does not exist." : line
    }

    /// Names every invalid field with its flag and message, so that a script sees all of them at
    /// once.
    private func flagsLine(_ failure: CommandFailure) -> String? {
        guard failure.errors.count > 1 else { return nil }
        return failure.errors.sorted { $0.key < $1.key }.map { field, text in
            flagName(of: field).map { "--\($0): \(text)" } ?? "\(field): \(text)"
        }.joined(separator: "; ")
    }

    /// The command that shows the record to be changed.
    private var seeRecord: String? {
        guard let noun = invocation.command.path.first, let typed = invocation.argument(0) else {
            return nil
        }
        return "Try: " + line(noun, "show", typed)
    }

    /// The command's help.
    var helpLine: String {
        "Try: " + (["compass"] + invocation.command.path + ["--help"]).joined(separator: " ")
    }

    /// The command that signs this context in again.
    var loginLine: String {
        contextName == "default"
            ? "Sign in with: compass login"
            : "Sign in with: compass login --as \(ShellText.quoted(contextName))"
    }

    /// The flag of this command that fills a field: `school` for `school_id`, `at` for
    /// `occurred_at`; nil if there is none.
    private func flagName(of field: String) -> String? {
        let flags = invocation.command.flags
        if let named = flags.first(where: { $0.field == field }) { return named.name }
        let names = flags.map(\.name)
        let word = { (name: String) in name.replacing("-", with: "_") }
        return names.first { word($0) == field }
            ?? names.first { field.hasPrefix(word($0) + "_") || field.hasSuffix("_" + word($0)) }
    }
}
