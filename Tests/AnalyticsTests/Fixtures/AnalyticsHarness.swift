import Contracts
import Foundation
import ServiceKit
import Storage
import Support
import Testing

@testable import Analytics
@testable import DataServiceKit

/// The service over a database of its own, fed by two listed feeds.
final class AnalyticsHarness: FamilyFixture {
    let cache = AnswerCache()
    let tables = ZoneTables()
    let identity = ListedSource()
    let coaches = ListedSource()

    init() throws {
        super.init(try ServiceFixture(.analytics, schema: AnalyticsService.schema))
        AnalyticsService.serve(on: fixture.service, host: fixture.host, cache)
        try fixture.service.follow(
            .identity, from: identity,
            into: [
                IdentityReplica(revocations: fixture.revocations), FamilyZones(cache: cache),
            ])
        try fixture.service.follow(
            .coaches, from: coaches, into: AnalyticsService.coachesReplicas(cache))
        try fixture.service.start()
    }

    deinit {
        identity.close()
        coaches.close()
    }

    /// Waits until everything told so far is applied.
    func settle() throws {
        for producer in [ServiceName.identity, .coaches] {
            let consumer = try #require(fixture.service.consumer(of: producer))
            try consumer.catchUp(by: .now + .seconds(60))
        }
    }

    /// A school of the family, or its new name.
    @discardableResult
    func school(
        _ name: String, id: SchoolID = .make(at: Instant(milliseconds: 0)),
        of family: FamilyID? = nil
    ) throws -> SchoolID {
        try coaches.append(
            CoachesFeed.schoolChanged,
            CoachesFeed.SchoolPayload(familyUnitID: family ?? self.family, id: id, name: name))
        return id
    }

    /// A coach of the family.
    func coach(_ first: String = "A", _ last: String = "B") throws -> CoachID {
        let id = CoachID.make(at: Instant(milliseconds: 0))
        try coaches.append(
            CoachesFeed.coachChanged,
            CoachesFeed.CoachPayload(
                familyUnitID: family, id: id, schoolID: nil, role: .head, firstName: first,
                lastName: last))
        return id
    }

    // MARK: Calls

    /// Adds a post by hand.
    @discardableResult
    func add(
        _ date: String, as person: ServiceFixture.Person? = nil,
        _ change: (inout PostForm) -> Void = { _ in }
    ) throws -> Post {
        var form = PostForm(platform: "twitter", postDate: date)
        change(&form)
        return try fixture.call(AddPost.self, form, as: person ?? player, in: family).post
    }

    /// Imports these forms as one file; returns the verdicts and the summary.
    @discardableResult
    func importPosts(
        _ forms: [PostForm], check: Bool? = nil, batch: Int = PostImportLimit.batchRowsMax,
        in family: FamilyID? = nil, as person: ServiceFixture.Person? = nil
    ) throws -> (verdicts: [PostVerdicts], summary: FinishPostImport.Response) {
        let (family, person) = (family ?? self.family, person ?? player)
        var id: OperationID?
        var verdicts: [PostVerdicts] = []
        let rows = forms.enumerated().map { PostImportRow(line: $0 + 1, form: $1) }
        for start in stride(from: 0, to: rows.count, by: batch) {
            let part = Array(rows[start..<min(start + batch, rows.count)])
            let answer = try fixture.call(
                ImportPosts.self,
                .init(
                    importID: id, number: verdicts.count + 1, check: id == nil ? check : nil,
                    rows: part), as: person, in: family)
            id = answer.importID
            verdicts.append(answer)
        }
        let importID = try #require(id)
        return (
            verdicts,
            try fixture.call(
                FinishPostImport.self, .init(importID: importID), as: person, in: family)
        )
    }

    /// The page as the service answers it.
    func figures(
        _ range: AnalyticsRange? = nil, zone: String? = nil,
        as person: ServiceFixture.Person? = nil
    ) throws -> SocialAnalytics.Response {
        try fixture.call(
            SocialAnalytics.self, .init(range: range, timeZone: zone), as: person ?? player,
            in: family)
    }

    /// The page as of any time, computed anew from what is committed.
    func computed(
        _ range: AnalyticsRange, zone: String, now: Instant, in family: FamilyID
    ) throws -> (response: SocialAnalytics.Response, bytes: [UInt8]) {
        let question = AnswerCache.Question(
            family: family,
            input: try SocialAnalytics.Request(range: range, timeZone: zone).validated())
        let bytes = try fixture.service.database.read { [cache, tables] transaction in
            try SocialAnalytics.compute(question, now, transaction, cache, tables)
        }
        return (
            try JSONCoding.decodeResponse(SocialAnalytics.Response.self, from: bytes), bytes
        )
    }
}
