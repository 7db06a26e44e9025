import Contracts
import HTML
import HTTP
import WebPages

extension Router {
    /// The list of coaches, one coach, and their deletion.
    mutating func addCoaches(_ site: Site) {
        get(
            Place.coaches.text,
            site.page { visit in
                let request = visit.listRequest(CoachFilter.self)
                async let context = visit.listContext(CoachFilter.self)
                let answer = try await visit.listed(ListCoaches.self, request)
                let page = CoachesPage(answer, request, try await context)
                return HTTPResponse(answer.status, page: page.write)
            })
        get(
            Place.coachDuplicates.text,
            site.page { visit in
                async let context = visit.context()
                let answer = try await visit.listed(FindCoachDuplicates.self, .init())
                let page = DuplicatesPage(answer, try await context)
                return HTTPResponse(answer.status, page: page.write)
            })
        get("/coaches/export", site.page { try await $0.coachesFile() })
        get(
            "/coaches/{id}",
            site.page { visit in
                try await visit.found("Coach", .coaches, Place.coaches) {
                    return try await visit.coachPage(try visit.id(.coach))
                }
            })
        get(
            "/coaches/{id}/delete",
            site.page { visit in
                try await visit.found("Coach", .coaches, Place.coaches) {
                    let id: CoachID = try visit.id(.coach)
                    async let context = visit.context()
                    let answer = try await visit.call(ShowCoach.self, .init(id: id))
                    let others = try await visit.call(ListCoachBlockers.self, .init(id: id))
                    let page = ConfirmationPage(
                        deleting: answer.coach, with: others.blockers, try await context)
                    return HTTPResponse(page: page.write)
                }
            })
        post(
            "/coaches/{id}/delete",
            site.page { visit in
                try await visit.found("Coach", .coaches, Place.coaches) {
                    let id: CoachID = try visit.id(.coach)
                    let key = try visit.formKey
                    let answer =
                        visit.form["cascade"] == nil
                        ? try await visit.call(DeleteCoach.self, .init(id: id), key: key)
                        : try await visit.call(CascadeDeleteCoach.self, .init(id: id), key: key)
                    return Done.deleted.redirect(to: "coaches", undoing: answer.operationID)
                }
            })
    }
}
