import Contracts

/// Decides which of a player's overdue follow-ups members are reminded of today (N-19, N-78).
struct NudgeRule {
    /// How far ahead the next look at a family can be: a day, and an hour where clocks change.
    static let lookAheadMax = Duration.seconds(2 * 86_400)
    /// The shortest time to the next look.
    static let lookAheadMin = Duration.seconds(60)

    /// A follow-up that is overdue.
    struct Candidate {
        let state: FollowUpState
        let reason: FollowUpReason
        let dueOn: CivilDay
        /// The last reminder of the coach to the player.
        let last: LastNudge?
    }

    let today: CivilDay

    /// Returns the follow-ups to be reminded of: those never reminded of first, then those that
    /// wait longest. `nudges` are all of the player's last reminders.
    func chosen(from overdue: [Candidate], after nudges: [LastNudge]) -> [Candidate] {
        let count = FollowUpLimit.nudgesPerDayMax - nudges.count { $0.day == today }
        guard count > 0 else { return [] }
        let ready = overdue.filter { isReady($0.last) }.sorted { left, right in
            (rank(left), left.dueOn.daysSince1970, left.state.entryID)
                < (rank(right), right.dueOn.daysSince1970, right.state.entryID)
        }
        return Array(ready.prefix(count))
    }

    /// Whether the last reminder was a week ago. One that is a week ahead was made by a wrong
    /// clock, and does not count.
    func isReady(_ last: LastNudge?) -> Bool {
        guard let last else { return true }
        return abs(today.daysSince1970 - last.day.daysSince1970) >= FollowUpLimit.nudgeDays
    }

    private func rank(_ candidate: Candidate) -> Int64 {
        candidate.last?.day.daysSince1970 ?? .min
    }
}
