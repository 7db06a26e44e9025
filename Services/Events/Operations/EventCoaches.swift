import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension AddEventCoach {
    /// Records a coach of the event's school (EV-25, EV-27). The event's version does not change,
    /// so that coaches can be recorded while another person edits the event.
    static func handle(
        _ input: EventCoachInput, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> EventCoachesAnswer {
        let events = EventRepository(scope, unit.transaction)
        let event = try events.require(input.id)
        guard let school = event.schoolID else {
            throw ServiceError.invalid("coach_id", QuickLog.noSchool)
        }
        let presences = PresenceRepository(scope.familyID, unit.transaction)
        guard try presences.find(input.coachID, at: event.id) == nil else {
            throw ServiceError(.conflict, "This coach is already recorded at the event")
        }
        let coach = try KnownSchools(scope, unit.transaction).require(input.coachID, at: school)
        try PresenceRepository.insert(coach, at: event.id, scope, unit)
        return try EventCoachesAnswer(recordedIn: unit, event.id, scope)
    }
}

extension RemoveEventCoach {
    /// Marks a coach's attendance as deleted, so that it can be undone.
    static func handle(
        _ input: EventCoachInput, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> EventCoachesAnswer {
        let event = try EventRepository(scope, unit.transaction).require(input.id)
        let presences = PresenceRepository(scope.familyID, unit.transaction)
        guard let presence = try presences.find(input.coachID, at: event.id),
            try unit.markDeleted(presence, in: PresenceRepository.table, of: scope)
        else { throw ServiceError.notFound(.coach) }
        try unit.recordOperation(name, of: scope, counts: ["event_coaches": 1])
        var answer = try EventCoachesAnswer(recordedIn: unit, event.id, scope)
        answer.operationID = unit.operationID
        return answer
    }
}

extension EventCoachesAnswer {
    /// Records a change with the event's current state and returns the event and its coaches.
    init(recordedIn unit: UnitOfWork, _ id: EventID, _ scope: FamilyScope) throws {
        let event = try EventRepository(scope, unit.transaction).require(id)
        try unit.record(NewChange(EventsFeed.eventChanged, of: event))
        self.init(
            event: event,
            coaches: try PresenceRepository(scope.familyID, unit.transaction).cards(at: id))
    }
}
