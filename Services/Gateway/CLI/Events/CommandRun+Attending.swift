import CommandKit
import Contracts
import ServiceKit

// Marking an event as attended and logging a contact there are two calls to two services. Both
// requests and their keys are stored before the first is sent, with a marker by which the next run
// for this event finds them.
extension CommandRun {
    /// Marks an event as attended, then logs the contact. A dry run of the contact first finds out
    /// whether it would be rejected.
    func attend(
        _ event: EventID, logging request: CreateInteraction.Request
    ) throws -> Caller.Answer {
        try rehearse(CreateInteraction.self, request)
        if isDryRun {
            attendance = try send(
                AttendEvent.self, payload: encoded(AttendEvent.Request(id: event)), key: nil)
            return try send(CreateInteraction.self, payload: encoded(request), key: nil)
        }
        let user = try signedIn()
        var pending = PendingCommand(
            key: try typedKey() ?? freshKey(), operation: CreateInteraction.name,
            userID: try user.userID, family: try user.family(),
            payload: String(decoding: try encoded(request), as: UTF8.self), storedAt: clock.now())
        pending.attendance = PendingCommand.Attendance(
            key: freshKey(), event: event,
            payload: String(
                decoding: try encoded(AttendEvent.Request(id: event)), as: UTF8.self))
        try signIns.store(pending)
        try signIns.markUnfinished(pending.key, of: event)
        return try perform(CreateInteraction.self, pending)
    }

    /// The contact stored under a key, with the attendance of its event unless that was marked
    /// before the contact was asked for; nil if there is none.
    func storedContact(_ key: IdempotencyKey) throws -> PendingCommand? {
        guard try signIns.pending(key)?.operation == CreateInteraction.name else { return nil }
        return try storedCommand(key, of: CreateInteraction.name)
    }

    /// An attendance of this event that an earlier run of this user began and did not finish.
    func unfinishedAttendance(of event: EventID) throws -> PendingCommand? {
        guard !isDryRun, let key = signIns.unfinishedKey(of: event),
            let stored = try signIns.pending(key), stored.attendance?.event == event,
            stored.userID == (try signedIn().userID)
        else { return nil }
        return stored
    }

    /// Marks the event of a stored command as attended, before its contact is logged. Safe to
    /// repeat: it has a key, and marking an attended event changes nothing.
    func markAttended(for stored: PendingCommand) throws {
        guard let first = stored.attendance else { return }
        attendance = try send(
            AttendEvent.self, payload: Array(first.payload.utf8), key: first.key,
            family: stored.family)
    }
}
