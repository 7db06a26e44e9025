import Synchronization

/// What is to be done at certain times. The housekeeper looks after it.
final class Reminders: Sendable {
    private struct Reminder {
        let time: ContinuousClock.Instant
        let body: @Sendable () -> Void
    }

    private let reminders = Mutex<[Reminder]>([])

    /// Adds something to be done then; it must not block.
    func add(at time: ContinuousClock.Instant, _ body: @escaping @Sendable () -> Void) {
        reminders.withLock { $0.append(Reminder(time: time, body: body)) }
    }

    /// Does what is due, and answers when the next thing will be; `nil` if there is none.
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
