import CommandKit
import Contracts
import ServiceKit

extension CommandRun {
    /// The command stored under a key by an earlier run; nil if there is none. Throws if the key
    /// belongs to another command or user.
    func storedCommand(
        _ key: IdempotencyKey, of operation: String
    ) throws -> PendingCommand? {
        guard let stored = try signIns.pending(key) else { return nil }
        guard stored.operation == operation, stored.userID == (try signedIn().userID) else {
            throw CommandFailure.usage(
                "The key \(key) belongs to another command",
                reason: "It was used for \(stored.operation).",
                remedy: "Leave out --idempotency-key to get a new key.")
        }
        return stored
    }

    /// Sends the command stored under the given key again; returns the answer and the id of its
    /// record, or nil if no key was given or nothing is stored under it. Nothing is asked or looked
    /// up again, since after the first run a name may no longer match a record.
    func repeated<Op: Operation>(
        _ operation: Op.Type, orElse other: String? = nil
    ) throws -> (answer: Caller.Answer, id: String)? {
        guard !isDryRun, let key = try typedKey(), let stored = try signIns.pending(key),
            stored.operation != other
        else { return nil }
        guard let stored = try storedCommand(key, of: Op.name) else { return nil }
        note("Sending the stored request of \(key) again.")
        return (try perform(operation, stored), stored.recordID ?? "")
    }

    /// Sends a stored command, and before it the addition of its coach or the attendance of its
    /// event. The command stays stored if it may have taken effect or needs a new sign-in; it is
    /// removed after a success or another error.
    func perform<Op: Operation>(
        _ operation: Op.Type, _ stored: PendingCommand
    ) throws -> Caller.Answer {
        lastKey = stored.key
        do {
            try markAttended(for: stored)
            let pending = try addingCoach(of: stored)
            let answer = try send(
                operation, payload: Array(pending.payload.utf8), at: pending.service,
                key: pending.key, family: pending.family)
            if let event = stored.attendance?.event { signIns.markFinished(event) }
            return answer
        } catch var failure as CommandFailure {
            if failure.isRetryable || failure.isOutcomeUnknown
                || failure.exitCode == .unauthenticated
            {
                failure.offerKey(stored.key)
            } else {
                signIns.forget(stored.key)
                if let event = stored.attendance?.event {
                    signIns.markFinished(event)
                    if attendance != nil { failure.mentionAttendance() }
                }
                if let addedCoach {
                    failure.mention("\(addedCoach.fullName) was added as a coach.")
                }
            }
            throw failure
        }
    }

    /// Adds the coach that a stored command depends on. Both keys are on disk, so that a repetition
    /// gets the same coach and sends the same bytes.
    private func addingCoach(of stored: PendingCommand) throws -> PendingCommand {
        guard let prior = stored.prior else { return stored }
        let answer = try send(
            AddCoach.self, payload: Array(prior.payload.utf8), key: prior.key,
            family: stored.family)
        let coach = try decoded(CoachAnswer.self, answer).coach
        addedCoach = coach
        var pending = stored
        do {
            var request = try JSONCoding.decodeRequest(
                CreateInteraction.Request.self, from: Array(stored.payload.utf8))
            request.coachID = FormField(coach.id.text)
            pending.payload = String(decoding: try encoded(request), as: UTF8.self)
        } catch let error as ServiceError {
            throw CommandFailure(error.code, error.message)
        }
        pending.prior = nil
        try signIns.store(pending)
        return pending
    }
}

extension PendingCommand {
    /// The ids by which a request names its record.
    @JSONObject
    fileprivate struct NamedRecord: Decodable {
        let id: String?
        let attachmentID: String?
        let sessionID: String?
        let userID: String?
        let operationID: String?
    }

    /// The id of the record in the request, if any.
    fileprivate var recordID: String? {
        let request = try? JSONCoding.decodedText(NamedRecord.self, from: payload)
        return request.flatMap {
            $0.id ?? $0.attachmentID ?? $0.sessionID ?? $0.userID ?? $0.operationID
        }
    }
}

extension CommandFailure {
    /// Mentions that an event was marked as attended although its contact was not logged.
    mutating func mentionAttendance() { mention("The event is marked as attended.") }

    /// Mentions a change that took effect although the command failed.
    fileprivate mutating func mention(_ text: String) {
        reason = reason.map { $0.hasSuffix(".") ? "\($0) \(text)" : "\($0). \(text)" } ?? text
    }
}
