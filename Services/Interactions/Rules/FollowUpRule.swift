import Contracts
import Foundation

/// The last contact of a player with a coach.
struct LastContact: Hashable {
    let at: Instant
    let direction: Direction
    /// What is known of the time; nil if the time of day is.
    var precision: DatePrecision?
    /// When it was logged, if that is known.
    var loggedAt: Instant?

    /// The latest instant of contacts of which only the day is known and that took place by `now`:
    /// that of today, whatever the time of day.
    static func latestOfDay(at now: Instant, in zone: TimeZone) -> Instant {
        max(now, ContactTime.on(WallClock.day(of: now, in: zone)).instant)
    }

    /// Whether this one decides rather than another. Of contacts at the same time, an outbound one
    /// does: it is the answer.
    func isAfter(_ other: LastContact) -> Bool {
        at == other.at ? direction == .outbound && other.direction == .inbound : at > other.at
    }

    /// The day of the contact; the first of the month if no more is known.
    func day(in zone: TimeZone) -> CivilDay {
        ContactTime(at, knownTo: precision).day ?? WallClock.day(of: at, in: zone)
    }

    /// Whether the contact took place after a decision. If its time of day is not known, its day
    /// says so, and on the day of the decision whether it was logged after it.
    func isAfter(_ decision: Instant, in zone: TimeZone) -> Bool {
        guard let precision else { return at > decision }
        let today = WallClock.day(of: decision, in: zone)
        let decided = precision == .month ? today.firstOfMonth() : today
        let day = day(in: zone)
        return day == decided ? (loggedAt ?? at) > decision : day > decided
    }
}

/// What a player has decided about the contacts with a coach.
struct FollowUpSettings: Hashable {
    /// A decision about the next contact.
    struct Decision: Hashable {
        var kind: FollowUpDecision
        /// Why the coach is to be contacted on the day.
        var reason: FollowUpReason
        var dueOn: CivilDay
        var at: Instant
    }

    /// The cadence, if it is not the usual one.
    var cadenceDays: Int?
    var decision: Decision?

    /// The cadence that counts.
    var cadence: Int { cadenceDays ?? FollowUpLimit.cadenceDays }
}

/// Decides on which day a coach is to be contacted again (N-10, N-11, N-14).
///
/// A decision holds until a contact that took place after it. Otherwise the last contact alone
/// decides, so that any new contact arms the follow-up anew. Whoever is none of the family's
/// coaches waits for an answer, and that is all: they have no cadence.
struct FollowUpRule: Hashable {
    let reason: FollowUpReason
    let dueOn: CivilDay
    /// The decision that the day follows from, if it follows from one.
    let decision: FollowUpDecision?

    /// Returns nil if there was no contact yet and no day was decided on, and of somebody who is
    /// not listed also if nobody waits for an answer.
    init?(
        _ last: LastContact?, _ settings: FollowUpSettings, isListed: Bool = true,
        in zone: TimeZone
    ) {
        if !isListed, last?.direction != .inbound { return nil }
        if let decision = settings.decision, last?.isAfter(decision.at, in: zone) != true {
            if !isListed, [.done, .skip].contains(decision.kind) { return nil }
            (reason, dueOn) = (decision.reason, decision.dueOn)
            self.decision = decision.kind
            return
        }
        guard let last else { return nil }
        decision = nil
        let contact = last.day(in: zone)
        switch last.direction {
        case .inbound:
            // An answer is due at once.
            (reason, dueOn) = (.answer, contact)
        case .outbound:
            reason = .cadence
            dueOn = Self.day(contact, plus: settings.cadence)
        }
    }

    /// The civil days since the due day; negative for a day to come.
    func daysOverdue(on today: CivilDay) -> Int {
        Int(today.daysSince1970 - dueOn.daysSince1970)
    }

    func group(on today: CivilDay) -> FollowUpGroup {
        switch daysOverdue(on: today) {
        case 1...: .overdue
        case 0: .today
        case (-FollowUpLimit.aheadDays)...: .nextSevenDays
        default: .later
        }
    }

    /// N-18: yellow from the due day on, whatever the cadence.
    func urgency(on today: CivilDay) -> FollowUpUrgency {
        switch daysOverdue(on: today) {
        case FollowUpLimit.redDays...: .red
        case 0...: .yellow
        default: .none
        }
    }

    /// The day after a skipped contact: the due day, moved by the cadence until it is after today.
    func skipped(every cadence: Int, today: CivilDay) -> CivilDay {
        let missed = max(daysOverdue(on: today), 0) / cadence
        return Self.day(dueOn, plus: (missed + 1) * cadence)
    }

    /// The day so many days later; the last day of the calendar if there is none.
    static func day(_ day: CivilDay, plus days: Int) -> CivilDay {
        day.adding(days: days) ?? day
    }
}
