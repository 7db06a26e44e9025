import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage

extension ListTimeline<TimelineContacts> {
    /// Lists the contacts with a coach or a school, as the JSON of a `TimelineAnswer`.
    static func handle(
        _ input: TimelineInput, _ scope: FamilyScope, _ transaction: ReadTransaction
    ) throws -> [UInt8] {
        let writer = TimelineRowWriter(members: MemberPieces(FamilyNames(scope, transaction)))
        var json = JSONWriter(capacity: (input.limit + 1) * entryBytes)
        json.beginObject()
        json.key("entries")
        json.beginArray()
        var count = 0
        try TimelineRepository(scope, transaction).page(
            of: input.subject, after: input.cursor, limit: input.limit + 1
        ) { row in
            count += 1
            if count <= input.limit { try writer.write(row, to: &json) }
        }
        json.endArray()
        json.member("has_more", count > input.limit)
        json.endObject()
        return json.bytes
    }

    /// The usual length of an entry as JSON, in bytes.
    private static var entryBytes: Int { 768 }
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
