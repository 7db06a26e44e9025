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
                try await visit.page(ofList: ListCoaches.self) { CoachesPage($0, $1, $2).write }
            })
        get(
            Place.duplicates(in: .coaches).text,
            site.page { visit in
                try await visit.page(of: FindCoachDuplicates.self, .init()) {
                    DuplicatesPage($0, $1).write
                }
            })
        get("/coaches/export", site.page { try await $0.coachesFile() })
        get(
            "/coaches/{id}",
            site.page { visit in
                try await visit.coach { try await visit.coachPage($0) }
            })
        addDeletion(
            from: "coaches", site, DeleteCoach.self, CascadeDeleteCoach.self,
            found: { try await $0.coach($1) }
        ) { visit, id in
            async let context = visit.context()
            let answer = try await visit.call(ShowCoach.self, .init(id: id))
            let others = try await visit.call(ListCoachBlockers.self, .init(id: id))
            return ConfirmationPage(
                deleting: answer.coach, with: others.blockers, try await context)
        }
    }
}

extension Visit {
    /// Runs the handler of one coach's page. A coach that is not there gets the usual page.
    func coach(_ body: (CoachID) async throws -> HTTPResponse) async throws -> HTTPResponse {
        try await found("Coach", .coaches, Place.coaches) { try await body(try id(.coach)) }
    }
}
