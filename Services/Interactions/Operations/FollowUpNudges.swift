import Contracts
import DataServiceKit
import Foundation
import Storage

/// Reminds the members of a family of overdue follow-ups, once a day. What members are reminded of
/// and the changes in the feed are one transaction, so that no kill makes a second reminder.
struct FollowUpNudges {
    /// The kind of record of these changes.
    static let aggregate = "nudge"

    private let unit: UnitOfWork

    init(_ unit: UnitOfWork) { self.unit = unit }

    /// Looks at the family that waits longest; returns false if none waits.
    func remindNextFamily() throws -> Bool {
        let latest = unit.now.advanced(by: NudgeRule.lookAheadMax)
        let next = try NudgeRepository.nextFamily(
            at: unit.now, latest: latest, in: unit.transaction)
        guard let family = next else { return false }
        let nudges = NudgeRepository(family, unit.transaction)
        let wishes = try nudges.wishes()
        guard !wishes.isEmpty else {
            try nudges.lookNoMore()
            return true
        }
        let names = FamilyNames(family, unit.transaction)
        let zone = try names.timeZone()
        let today = WallClock.day(of: unit.now, in: zone)
        for player in try names.players() {
            // a sibling has a queue of their own and learns nothing of this one.
            let recipients = wishes.filter { $0.key == player.id || $0.value == .parent }
            guard !recipients.isEmpty else { continue }
            try remind(
                recipients.keys.sorted(), of: player, on: today, in: zone, nudges)
        }
        let midnight = WallClock.instant(
            of: FollowUpRule.day(today, plus: 1), at: .midnight, in: zone)
        try nudges.lookAgain(at: max(midnight, unit.now.advanced(by: NudgeRule.lookAheadMin)))
        #if DEBUG
            TestHooks.reach("nudges-recorded")
            unit.transaction.afterCommit { TestHooks.reach("nudges-committed") }
        #endif
        return true
    }

    private func remind(
        _ recipients: [UserID], of player: LoggedByOption, on today: CivilDay, in zone: TimeZone,
        _ nudges: NudgeRepository
    ) throws {
        let last = try nudges.lastNudges(of: player.id)
        var overdue: [NudgeRule.Candidate] = []
        try FollowUpRepository(nudges.family, unit.transaction).forEachState(
            of: player.id, at: unit.now, in: zone
        ) { state in
            guard let rule = state.rule(in: zone), rule.group(on: today) == .overdue else { return }
            overdue.append(
                NudgeRule.Candidate(
                    state: state, reason: rule.reason, dueOn: rule.dueOn,
                    last: last[state.entryID]))
        }
        let rule = NudgeRule(today: today)
        for candidate in rule.chosen(from: overdue, after: Array(last.values)) {
            let state = candidate.state
            let nudge = LastNudge(
                id: candidate.last?.id ?? state.contactID.map { NudgeID(RecordID($0)) }
                    ?? NudgeID.make(at: unit.now),
                version: (candidate.last?.version ?? 0) + 1, day: today)
            try nudges.store(nudge, of: state.entryID, to: player.id)
            try unit.record(
                NewChange(
                    InteractionsFeed.followUpNudged, of: Self.aggregate, nudge.id,
                    version: Int64(nudge.version), family: nudges.family,
                    payload: InteractionsFeed.NudgePayload(
                        id: nudge.id, familyUnitID: nudges.family, playerID: player.id,
                        playerName: player.label, coachID: state.coachID,
                        contactID: state.contactID, coachName: state.coachName,
                        schoolName: state.schoolName, reason: candidate.reason,
                        dueOn: candidate.dueOn, recipients: recipients)))
        }
    }
}
