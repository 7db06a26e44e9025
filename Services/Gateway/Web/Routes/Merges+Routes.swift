import Contracts
import HTML
import HTTP
import ServiceKit
import WebPages

extension Router {
    /// Merging two coaches: a page that shows both, and its form.
    mutating func addMerges(_ site: Site) {
        let path = "/coaches/{id}/merge/{other}"
        get(
            path,
            site.page { visit in
                guard visit.isPlayer else { return .redirect(to: Place.coaches.text) }
                return try await visit.found("Coach", .coaches, Place.coaches) {
                    try await visit.mergePage(nil, key: nil)
                }
            })
        post(
            path,
            site.page { visit in
                try await visit.found("Coach", .coaches, Place.coaches) {
                    let key = try visit.formKey
                    do {
                        let answer = try await visit.call(
                            MergeCoaches.self,
                            .init(id: try visit.id(.coach), otherID: try visit.otherCoach),
                            key: key)
                        return Done.merged.redirect(
                            to: "coaches", answer.coach.id.text, undoing: answer.operationID)
                    } catch let error as ServiceError where error.staysOnPage {
                        return try await visit.mergePage(
                            error, key: error.code == .keyReused ? nil : key)
                    }
                }
            })
    }
}

extension Visit {
    /// The coach who goes.
    fileprivate var otherCoach: CoachID {
        get throws {
            guard let id = request.parameters["other"].flatMap({ CoachID(text: $0) }) else {
                throw ServiceError.notFound(.coach)
            }
            return id
        }
    }

    fileprivate func mergePage(
        _ error: ServiceError?, key: IdempotencyKey?
    ) async throws -> HTTPResponse {
        let (id, otherID): (CoachID, CoachID) = (try self.id(.coach), try otherCoach)
        guard id != otherID else { throw ServiceError.notFound(.coach) }
        async let context = context(key: key)
        async let kept = call(ShowCoach.self, .init(id: id)).coach
        async let moving = call(ListCoachBlockers.self, .init(id: otherID)).blockers
        let other = try await call(ShowCoach.self, .init(id: otherID)).coach
        let page = MergePage(
            keeping: try await kept, other: other, moving: try await moving, error: error,
            try await context)
        return HTTPResponse(error.map { HTTPStatus(of: $0) } ?? .ok, page: page.write)
    }
}
