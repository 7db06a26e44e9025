import Contracts
import HTML
import HTTP
import ServiceKit
import WebPages

extension Router {
    /// Merging two coaches or two schools: a page that shows both, and its form.
    mutating func addMerges(_ site: Site) {
        addMerge(
            site, "Coach", .coaches, Place.coaches,
            page: { try await $0.coachMergePage($1, key: $2) }
        ) { visit, key in
            let answer = try await visit.call(
                MergeCoaches.self,
                .init(id: try visit.id(.coach), otherID: try visit.other(.coach)),
                key: key)
            return Done.merged.redirect(
                to: "coaches", answer.coach.id.text, undoing: answer.operationID)
        }
        addMerge(
            site, "School", .schools, Place.schools,
            page: { try await $0.schoolMergePage($1, key: $2) }
        ) { visit, key in
            let answer = try await visit.call(
                MergeSchools.self,
                .init(id: try visit.id(.school), otherID: try visit.other(.school)), key: key)
            return Done.merged.redirect(
                to: "schools", answer.school.id.text, undoing: answer.operationID)
        }
    }

    private typealias MergePageMaker =
        @Sendable (Visit, ServiceError?, IdempotencyKey?) async throws -> HTTPResponse

    private mutating func addMerge(
        _ site: Site, _ noun: String, _ section: Section, _ list: WebAddress,
        page: @escaping MergePageMaker,
        merge: @escaping @Sendable (Visit, IdempotencyKey) async throws -> HTTPResponse
    ) {
        let path = list.text + "/{id}/merge/{other}"
        get(
            path,
            site.page { visit in
                guard visit.isPlayer else { return .redirect(to: list.text) }
                return try await visit.found(noun, section, list) {
                    try await page(visit, nil, nil)
                }
            })
        post(
            path,
            site.page { visit in
                try await visit.found(noun, section, list) {
                    let key = try visit.formKey
                    do {
                        return try await merge(visit, key)
                    } catch let error as ServiceError where error.staysOnPage {
                        return try await page(visit, error, error.code == .keyReused ? nil : key)
                    }
                }
            })
    }
}

extension Visit {
    /// The one that goes.
    fileprivate func other<Tag>(_ subject: ErrorSubject) throws -> Identifier<Tag> {
        guard let id = request.parameters["other"].flatMap({ Identifier<Tag>(text: $0) }) else {
            throw ServiceError.notFound(subject)
        }
        return id
    }

    fileprivate func coachMergePage(
        _ error: ServiceError?, key: IdempotencyKey?
    ) async throws -> HTTPResponse {
        let (id, otherID): (CoachID, CoachID) = (try self.id(.coach), try self.other(.coach))
        guard id != otherID else { throw ServiceError.notFound(.coach) }
        async let context = context(key: key)
        async let kept = call(ShowCoach.self, .init(id: id)).coach
        async let moving = self.moving(otherID, into: id)
        let other = try await call(ShowCoach.self, .init(id: otherID)).coach
        let page = MergePage(
            keeping: try await kept, other: other, moving: try await moving, error: error,
            try await context)
        return HTTPResponse(error.map { HTTPStatus(of: $0) } ?? .ok, page: page.write)
    }

    /// The number of records that refer to a coach, in all services, by table.
    private func moving(_ other: CoachID, into kept: CoachID) async throws -> [String: Int] {
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
            return try await call(ShowFollowUps.self, .init(coachID: coach, timeZone: zone)).plans
        } catch let error as ServiceError where error.code == .notFound && error.subject == .coach {
            return []
        }
    }

    fileprivate func schoolMergePage(
        _ error: ServiceError?, key: IdempotencyKey?
    ) async throws -> HTTPResponse {
        let (id, otherID): (SchoolID, SchoolID) = (try self.id(.school), try self.other(.school))
        guard id != otherID else { throw ServiceError.notFound(.school) }
        async let context = context(key: key)
        async let kept = call(ShowSchool.self, .init(id: id)).school
        async let moving = self.moving(otherID, into: id)
        let other = try await call(ShowSchool.self, .init(id: otherID)).school
        let page = MergePage(
            keeping: try await kept, other: other, moving: try await moving, error: error,
            try await context)
        return HTTPResponse(error.map { HTTPStatus(of: $0) } ?? .ok, page: page.write)
    }

    /// The number of records that a merge of schools moves, by table. If it is refused, the form
    /// says why; then what refers to the school is counted.
    private func moving(_ other: SchoolID, into kept: SchoolID) async throws -> [String: Int] {
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
