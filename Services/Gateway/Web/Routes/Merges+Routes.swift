import Contracts
import HTML
import HTTP
import ServiceKit
import WebPages

extension Router {
    /// The coaches and schools that are probably one, and merging two of them: a page that shows
    /// both, and its form.
    mutating func addMerges(_ site: Site) {
        addDuplicates(in: .coaches, site, FindCoachDuplicates.self) { DuplicatesPage($0, $1) }
        addDuplicates(in: .schools, site, FindSchoolDuplicates.self) { DuplicatesPage($0, $1) }
        addMerge(
            of: .coaches, site, MergeCoaches.self, showing: ShowCoach.self, record: { $0.coach },
            moving: { try await $0.moving($1, into: $2) })
        addMerge(
            of: .schools, site, MergeSchools.self, showing: ShowSchool.self, record: { $0.school },
            moving: { try await $0.moving($1, into: $2) })
    }

    private mutating func addDuplicates<Find: Contracts.Operation>(
        in section: Section, _ site: Site, _ find: Find.Type,
        page:
            @escaping @Sendable (Result<Find.Response, ServiceError>, PageContext) -> DuplicatesPage
    ) where Find.Request == EmptyRequest {
        get(
            Place.duplicates(in: section).text,
            site.page(of: find, request: { _ in .init() }) { page($0, $1).write })
    }

    private mutating func addMerge<Record: ComparedRecord, Show: Contracts.Operation>(
        of pages: RecordPages<Record.Tag>, _ site: Site, _ merge: MergeRecords<Record>.Type,
        showing show: Show.Type, record: @escaping @Sendable (Show.Response) -> Record,
        moving:
            @escaping @Sendable (
                Visit, Identifier<Record.Tag>, _ kept: Identifier<Record.Tag>
            ) async throws -> [String: Int]
    ) where Show.Request == RecordRequest<Record.Tag> {
        @Sendable func comparison(
            _ visit: Visit, _ id: Identifier<Record.Tag>, _ error: ServiceError? = nil,
            key: IdempotencyKey? = nil
        ) async throws -> HTTPResponse {
            let otherID: Identifier<Record.Tag> = try visit.id(pages.subject, in: "other")
            guard id != otherID else { throw ServiceError.notFound(pages.subject) }
            async let context = visit.context(key: key)
            async let kept = visit.call(show, .init(id: id))
            async let moved = moving(visit, otherID, id)
            let other = try await visit.call(show, .init(id: otherID))
            let page = MergePage(
                keeping: record(try await kept), other: record(other), moving: try await moved,
                error: error, try await context)
            return HTTPResponse(HTTPStatus(of: error), page: page.write)
        }
        let path = "/\(pages.path)/{id}/merge/{other}"
        get(
            path,
            site.playerPage(pages.list) { visit in
                try await visit.found(pages) { try await comparison(visit, $0) }
            })
        post(path, site, pages) { visit, id in
            try await visit.submit { key in
                let other: Identifier<Record.Tag> = try visit.id(pages.subject, in: "other")
                let answer = try await visit.call(
                    merge, .init(id: id, otherID: other), key: key)
                return Done.merged.redirect(
                    to: pages.path, id.text, undoing: answer.operationID)
            } refused: {
                try await comparison(visit, id, $0, key: $1)
            }
        }
    }
}

extension Visit {
    /// The number of records that refer to a coach, in all services, by table.
    fileprivate func moving(_ other: CoachID, into kept: CoachID) async throws -> [String: Int] {
        async let blockers = call(ListCoachBlockers.self, .init(id: other)).blockers
        async let events = call(ListEvents.self, .init()).events
        async let plans = self.plans(of: other)
        let own = try await self.plans(of: kept)
        let further = CoachMerge.further(
            of: other, events: try await events, plans: try await plans, kept: own)
        return counts(of: try await blockers).merging(further) { first, _ in first }
    }

    /// The follow-ups of a coach; none as long as their service has not heard of a new coach.
    private func plans(of coach: CoachID) async throws -> [FollowUpPlan] {
        let zone = statement.user.timeZone
        do {
            return try await call(ShowFollowUps.self, .init(id: coach, timeZone: zone)).plans
        } catch let error as ServiceError where error.code == .notFound && error.subject == .coach {
            return []
        }
    }

    /// The number of records that a merge of schools moves, by table. If it is refused, the form
    /// says why; then what refers to the school is counted.
    fileprivate func moving(_ other: SchoolID, into kept: SchoolID) async throws -> [String: Int] {
        do {
            return try await rehearse(MergeSchools.self, .init(id: kept, otherID: other)).moved
        } catch let error as ServiceError
            where error.code == .conflict || error.code.isRetryable
        {
            return counts(of: try await call(ListSchoolBlockers.self, .init(id: other)).blockers)
        }
    }

    private func counts(of blockers: [DeletionBlocker]) -> [String: Int] {
        Dictionary(blockers.map { ($0.type, $0.count) }, uniquingKeysWith: +)
    }
}
