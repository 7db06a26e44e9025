import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage

extension ListTimeline<TimelineEvents> {
    /// Lists the events where a coach was met, or those of a school.
    static func handle(
        _ input: TimelineInput, _ scope: FamilyScope, _ transaction: ReadTransaction
    ) throws -> TimelineAnswer {
        let family = scope.familyID
        let named = input.timeZone.flatMap { TimeZone(identifier: $0) }
        let zone = try named ?? IdentityReplica.timeZone(of: family, in: transaction)
        let events = try EventTimeline(family, zone, transaction).page(
            of: input.subject, after: input.cursor, limit: input.limit + 1)
        return TimelineAnswer(
            events.map { TimelineEntry($0, in: zone) }, limit: input.limit)
    }
}
