import Contracts
import ServiceKit

/// Limits how many family codes a user may try.
struct JoinAttempts: Sendable {
    /// The most codes that a user may try within `window`.
    static let attemptsMax = 5
    static let window = Duration.seconds(300)
    /// The most users tracked; further users must wait.
    static let usersMax = 10_000

    private var attempts: [UserID: [MachineTime]] = [:]

    /// Counts an attempt. Returns the time to wait if there were too many; such an attempt does not
    /// count.
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
