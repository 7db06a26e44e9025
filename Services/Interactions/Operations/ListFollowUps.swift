import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage

extension ListFollowUps {
    static func handle(
        _ input: Input, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> Response {
        let scope = try context.requireFamily()
        let zone =
            try input.timeZone.flatMap { TimeZone(identifier: $0) }
            ?? FamilyNames(scope, transaction).timeZone()
        let today = WallClock.day(of: context.now, in: zone)
        let contacts = try FollowUpRepository(scope, transaction).lastContacts(at: context.now)
        let followUps = contacts.compactMap { contact in
            FollowUp(contact, today: today, in: zone)
        }
        return Response(
            today: today, timeZone: input.timeZone ?? zone.identifier,
            followUps: followUps.sorted(by: precedes))
    }

    /// Orders by the day, then by the coach's name.
    private static func precedes(_ left: FollowUp, _ right: FollowUp) -> Bool {
        let (leftDay, rightDay) = (left.dueOn.daysSince1970, right.dueOn.daysSince1970)
        if leftDay != rightDay { return leftDay < rightDay }
        return left.coachName == right.coachName
            ? left.coachID < right.coachID : left.coachName < right.coachName
    }
}

extension FollowUp {
    /// Returns nil if the coach's next contact is due after the days that the queue shows.
    init?(_ last: LastContact, today: CivilDay, in zone: TimeZone) {
        let day = WallClock.day(of: last.at, in: zone)
        guard let rule = FollowUpRule(last: last.direction, on: day, today: today) else {
            return nil
        }
        self.init(
            coachID: last.coachID, coachName: last.coachName, schoolID: last.schoolID,
            schoolName: last.schoolName, reason: rule.reason, lastContactAt: last.at,
            daysSince: rule.daysSince, dueOn: rule.dueOn, group: rule.group,
            urgency: rule.urgency)
    }
}
