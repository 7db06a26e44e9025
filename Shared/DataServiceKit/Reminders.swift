import Synchronization

/// Actions scheduled for certain times. The housekeeping thread runs them.
final class Reminders: Sendable {
    private struct Reminder {
        let time: ContinuousClock.Instant
        let body: @Sendable () -> Void
    }

    private let reminders = Mutex<[Reminder]>([])

    /// Schedules an action, which must not block.
    func add(at time: ContinuousClock.Instant, _ body: @escaping @Sendable () -> Void) {
        reminders.withLock { $0.append(Reminder(time: time, body: body)) }
    }

    /// Runs the due actions and returns the time of the next one; nil if there is none.
    func ring(now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        let (due, next) = reminders.withLock { reminders in
            let due = reminders.filter { $0.time <= now }
            reminders.removeAll { $0.time <= now }
            return (due, reminders.map(\.time).min())
        }
        for reminder in due { reminder.body() }
        return next
    }
}
