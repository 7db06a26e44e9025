import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage

extension SetFollowUp {
    /// The message for a day that has passed or is too far ahead.
    static let dayRefusal =
        "Choose a day from today on, at most \(FollowUpLimit.plannedDaysMax) days ahead"

    /// Sets the cadence, the day or both. A new cadence moves the day of a contact that was done or
    /// skipped by the difference; a planned or snoozed day stays.
    static func handle(
        _ input: Input, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> FollowUpAnswer {
        try FollowUpChange(input.target, context, unit).make { settings, change in
            if change.state.coachID == nil, input.cadenceDays != nil {
                throw ServiceError.invalid("cadence_days", FollowUpText.noCadence)
            }
            let before = settings.cadence
            if let days = input.cadenceDays { settings.cadenceDays = days }
            if input.cleared.contains(.cadenceDays) { settings.cadenceDays = nil }
            if let decision = settings.decision, [.done, .skip].contains(decision.kind) {
                let day = FollowUpRule.day(decision.dueOn, plus: settings.cadence - before)
                settings.decision?.dueOn = day
            }
            if input.cleared.contains(.dueOn) { settings.decision = nil }
            guard let day = input.dueOn else { return }
            if change.state.coachID == nil { try change.requireWaiting() }
            guard (0...FollowUpLimit.plannedDaysMax).contains(change.daysAhead(day)) else {
                throw ServiceError.invalid("due_on", dayRefusal)
            }
            settings.decision = change.decision(.date, .planned, day)
        }
    }
}

extension SnoozeFollowUp {
    /// The message for a day that is not after today or too far ahead.
    static let dayRefusal =
        "Choose a day after today, at most \(FollowUpLimit.plannedDaysMax) days ahead"

    /// Moves the due day; the reason stays.
    static func handle(
        _ input: Input, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> FollowUpAnswer {
        try FollowUpChange(input.target, context, unit).make { settings, change in
            let rule = try change.requireRule()
            let day =
                input.until ?? FollowUpRule.day(change.reading.today, plus: input.days ?? 1)
            guard (1...FollowUpLimit.plannedDaysMax).contains(change.daysAhead(day)) else {
                throw ServiceError.invalid("until", dayRefusal)
            }
            settings.decision = change.decision(.snooze, rule.reason, day)
        }
    }
}

extension FinishFollowUp {
    /// Counts the cadence from today.
    static func handle(
        _ input: FollowUpTarget, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> FollowUpAnswer {
        try FollowUpChange(input, context, unit).make { settings, change in
            _ = try change.requireRule()
            settings.decision = change.decision(
                .done, .cadence,
                FollowUpRule.day(change.reading.today, plus: settings.cadence))
        }
    }
}

extension SkipFollowUp {
    /// Moves the due day by the cadence until it is after today, so that the rhythm stays.
    static func handle(
        _ input: FollowUpTarget, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> FollowUpAnswer {
        try FollowUpChange(input, context, unit).make { settings, change in
            let rule = try change.requireRule()
            settings.decision = change.decision(
                .skip, .cadence,
                rule.skipped(every: settings.cadence, today: change.reading.today))
        }
    }
}

/// A player's change of their own settings for a coach, with its entry in the feed.
struct FollowUpChange {
    let reading: FollowUpReading
    let state: FollowUpState
    private let unit: UnitOfWork

    /// Throws if the family has no such coach and the player no such contact, or if the change is
    /// based on another version.
    init(_ target: FollowUpTarget, _ context: CallContext, _ unit: UnitOfWork) throws {
        reading = try FollowUpReading(target.timeZone, context, unit.transaction)
        let found = try reading.repository.state(
            target.id, of: reading.scope.userID, at: unit.now, in: reading.zone)
        guard let found else {
            throw UnknownReference(.coaches, refusal: .notFound(.coach))
        }
        guard target.version == nil || target.version == found.stored?.version ?? 0 else {
            throw ServiceError(
                .staleVersion,
                "The follow-up of \(found.whom) has been changed; show it and try again")
        }
        state = found
        self.unit = unit
    }

    /// Applies a change to the settings. Writes nothing if they stay the same.
    func make(
        _ body: (inout FollowUpSettings, FollowUpChange) throws -> Void
    ) throws -> FollowUpAnswer {
        var settings = state.settings
        try body(&settings, self)
        let player = try reading.own()
        guard settings != state.settings else {
            return FollowUpAnswer(plan: try reading.plan(state, of: player))
        }
        let stored = (
            id: state.stored?.id ?? FollowUpID.make(at: unit.now),
            version: (state.stored?.version ?? 0) + 1
        )
        try reading.repository.store(
            settings, as: stored.id, version: stored.version, for: state.plannedID,
            of: player.id, in: unit.transaction)
        try unit.record(
            NewChange(
                InteractionsFeed.followUpChanged, of: "follow_up", stored.id,
                version: Int64(stored.version), family: reading.scope.familyID,
                payload: InteractionsFeed.FollowUpPayload(
                    id: stored.id, familyUnitID: reading.scope.familyID, playerID: player.id,
                    coachID: state.coachID, contactID: state.contactID,
                    coachName: state.coachName, schoolName: state.schoolName,
                    cadenceDays: settings.cadenceDays, decision: settings.decision?.kind,
                    dueOn: settings.decision?.dueOn)))
        var new = state
        (new.stored, new.settings) = (stored, settings)
        return FollowUpAnswer(plan: try reading.plan(new, of: player))
    }

    /// What is due now. Throws `conflict` if nothing is, so that there is nothing to put off.
    func requireRule() throws -> FollowUpRule {
        guard let rule = state.rule(in: reading.zone) else {
            throw ServiceError(
                .conflict,
                state.coachID == nil
                    ? "\(state.who) does not wait for an answer"
                    : "\(state.who) is not in your queue; log a contact or set a day first")
        }
        return rule
    }

    /// Throws `conflict` if the last contact has been answered.
    func requireWaiting() throws {
        if state.last?.direction != .inbound { _ = try requireRule() }
    }

    /// The days from today to a day.
    func daysAhead(_ day: CivilDay) -> Int {
        Int(day.daysSince1970 - reading.today.daysSince1970)
    }

    /// A decision of now.
    func decision(
        _ kind: FollowUpDecision, _ reason: FollowUpReason, _ day: CivilDay
    ) -> FollowUpSettings.Decision {
        FollowUpSettings.Decision(kind: kind, reason: reason, dueOn: day, at: unit.now)
    }
}
