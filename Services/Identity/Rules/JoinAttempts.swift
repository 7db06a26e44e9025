import Contracts
import ServiceKit

/// Counts the family codes that a user tries, so that codes cannot be found by trying.
struct JoinAttempts: Sendable {
    /// Codes that a user may try within `window`.
    static let attemptsMax = 5
    /// The time within which they count.
    static let window = Duration.seconds(300)
    /// Users whose attempts are remembered; more must wait.
    static let usersMax = 10_000

    private var attempts: [UserID: [MachineTime]] = [:]

    /// Counts an attempt. Answers how long to wait if there were too many; it does not count then.
    mutating func wait(beforeAttemptOf user: UserID, at now: MachineTime) -> Duration? {
        let begin = now.advanced(by: .zero - JoinAttempts.window)
        var recent = (attempts[user] ?? []).filter { $0 > begin && $0 <= now }
        guard recent.count < JoinAttempts.attemptsMax else {
            let free = recent[0].advanced(by: JoinAttempts.window)
            return free.elapsed(since: now)
        }
        if attempts[user] == nil, attempts.count >= JoinAttempts.usersMax {
            attempts = attempts.filter { _, times in times.contains { $0 > begin } }
            if attempts.count >= JoinAttempts.usersMax { return JoinAttempts.window }
        }
        recent.append(now)
        attempts[user] = recent
        return nil
    }
}
