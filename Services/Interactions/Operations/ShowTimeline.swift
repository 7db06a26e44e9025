import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage

extension ListTimeline<TimelineContacts> {
    /// Lists the contacts with a coach or a school.
    static func handle(
        _ input: TimelineInput, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> TimelineAnswer {
        let repository = TimelineRepository(try context.requireFamily(), transaction)
        let contacts = try repository.page(
            of: input.subject, after: input.cursor, limit: input.limit + 1)
        return TimelineAnswer(contacts.map { TimelineEntry($0) }, limit: input.limit)
    }
}

extension ShowTimelineFigures {
    /// Computes the figures from the contacts that the member may see.
    static func handle(
        _ input: Input, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> Response {
        let scope = try context.requireFamily()
        let named = input.timeZone.flatMap { TimeZone(identifier: $0) }
        let zone = try named ?? FamilyNames(scope, transaction).timeZone()
        let today = WallClock.day(of: context.now, in: zone)
        let contacts = try TimelineRepository(scope, transaction).log(
            of: input.subject, at: context.now)
        return Response(
            figures: TimelineFigures(contacts, on: today, in: zone), today: today,
            timeZone: zone.identifier)
    }
}
