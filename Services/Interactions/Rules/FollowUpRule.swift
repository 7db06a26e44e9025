import Contracts

/// Decides on which day a coach is to be contacted again. The last contact alone decides, so that
/// any new contact arms it anew (N-10).
struct FollowUpRule: Equatable {
    let reason: FollowUpReason
    let dueOn: CivilDay
    let daysSince: Int
    let group: FollowUpGroup
    let urgency: FollowUpUrgency

    /// Returns nil if the next contact is due after the days that the queue shows. `contact` is the
    /// day of the last contact, `today` the reader's.
    init?(last direction: Direction, on contact: CivilDay, today: CivilDay) {
        reason = direction == .inbound ? .answer : .cadence
        // An answer is due at once.
        let wait = reason == .answer ? 0 : FollowUpLimit.cadenceDays
        let due = contact.daysSince1970 + Int64(wait)
        let ahead = due - today.daysSince1970
        guard ahead <= Int64(FollowUpLimit.aheadDays) else { return nil }
        dueOn = CivilDay(daysSince1970: due)
        group = ahead < 0 ? .overdue : ahead == 0 ? .today : .nextSevenDays
        daysSince = Int(today.daysSince1970 - contact.daysSince1970)
        urgency =
            daysSince >= FollowUpLimit.redDays
            ? .red : daysSince >= FollowUpLimit.yellowDays ? .yellow : .none
    }
}
