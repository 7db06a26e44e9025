import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage

extension ListFollowUps {
    static func handle(
        _ input: Input, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> Response {
        let reading = try FollowUpReading(input.timeZone, context, transaction)
        var found: [FollowUp] = []
        for player in try reading.players() {
            try reading.repository.forEachState(
                of: player.id, at: context.now, in: reading.zone
            ) { state in
                guard let followUp = try reading.next(state, of: player),
                    followUp.group != .later
                else { return }
                found.append(followUp)
            }
        }
        return Response(
            today: reading.today, timeZone: reading.zone.identifier,
            followUps: inOrder(found))
    }

    /// What decides on the place of a follow-up in the queue.
    private struct Place {
        let day: Int64
        let name: String
    }

    /// The follow-ups by day, then by the folded name of the coach.
    private static func inOrder(_ followUps: [FollowUp]) -> [FollowUp] {
        let places = followUps.map {
            Place(day: $0.dueOn.daysSince1970, name: NameFolding.fold($0.who))
        }
        // The indexes alone are moved, because a follow-up is large.
        let order = followUps.indices.sorted { one, other in
            if places[one].day != places[other].day { return places[one].day < places[other].day }
            if places[one].name != places[other].name {
                return places[one].name < places[other].name
            }
            let (left, right) = (followUps[one], followUps[other])
            return (left.entryID, left.playerID) < (right.entryID, right.playerID)
        }
        return order.map { followUps[$0] }
    }
}

extension ShowFollowUps {
    static func handle(
        _ input: FollowUpTarget, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> Response {
        let reading = try FollowUpReading(input.timeZone, context, transaction)
        let plans = try reading.players().compactMap { player in
            try reading.repository.state(
                input.id, of: player.id, at: context.now, in: reading.zone
            ).map { try reading.plan($0, of: player) }
        }
        guard !plans.isEmpty else {
            // A family without players has no plans of its coaches.
            let isCoach = try transaction.exists(
                FamilyNames.coachStatement, reading.scope.familyID, input.id)
            guard isCoach else { throw ServiceError.notFound(.coach) }
            return Response(today: reading.today, timeZone: reading.zone.identifier, plans: [])
        }
        return Response(today: reading.today, timeZone: reading.zone.identifier, plans: plans)
    }
}

/// A player whose queue is read.
struct QueuePlayer {
    let id: UserID
    /// The name, if it is known.
    let name: String?
}

/// A member who reads queues: the day, the zone, and whose queues they are.
struct FollowUpReading {
    let scope: FamilyScope
    let zone: TimeZone
    let today: CivilDay
    let repository: FollowUpRepository
    private let names: FamilyNames
    private let hints: ContactHints

    init(
        _ timeZone: String?, _ context: CallContext, _ transaction: ReadTransaction
    ) throws {
        scope = try context.requireFamily()
        names = FamilyNames(scope, transaction)
        zone = try timeZone.flatMap { TimeZone(identifier: $0) } ?? names.timeZone()
        today = WallClock.day(of: context.now, in: zone)
        repository = FollowUpRepository(scope.familyID, transaction)
        hints = ContactHints(scope.familyID, transaction)
    }

    /// The member's own queue, or those of the family's players, by name (N-12, R-05).
    func players() throws -> [QueuePlayer] {
        guard scope.role == .player else {
            return try names.players().map { QueuePlayer(id: $0.id, name: $0.label) }
        }
        return [try own()]
    }

    /// The member as a player.
    func own() throws -> QueuePlayer {
        QueuePlayer(id: scope.userID, name: try names.member(scope.userID))
    }

    /// The next contact with a coach; nil if nothing is due ever.
    func next(_ state: FollowUpState, of player: QueuePlayer) throws -> FollowUp? {
        guard let rule = state.rule(in: zone) else { return nil }
        return FollowUp(
            coachID: state.coachID, contactID: state.contactID, coachName: state.coachName,
            schoolID: state.schoolID, schoolName: state.schoolName, playerID: player.id,
            playerName: player.name,
            reason: rule.reason, lastContactAt: state.last?.at,
            lastContactPrecision: state.last?.precision,
            daysSince: state.last.map {
                Int(today.daysSince1970 - $0.day(in: zone).daysSince1970)
            },
            dueOn: rule.dueOn, daysOverdue: rule.daysOverdue(on: today),
            group: rule.group(on: today), urgency: rule.urgency(on: today),
            cadenceDays: state.settings.cadence, decision: rule.decision,
            version: state.stored?.version ?? 0,
            hints: try hints.hints(
                for: nil, .outbound, at: state.schoolID, on: max(rule.dueOn, today), today: today))
    }

    /// The player's settings for a coach or contact, with the next contact.
    func plan(_ state: FollowUpState, of player: QueuePlayer) throws -> FollowUpPlan {
        FollowUpPlan(
            coachID: state.coachID, contactID: state.contactID, coachName: state.coachName,
            schoolName: state.schoolName, playerID: player.id, playerName: player.name,
            cadenceDays: state.settings.cadence,
            next: try next(state, of: player), version: state.stored?.version ?? 0)
    }
}
