import Contracts
import HTML
import HTTP
import WebPages

extension Router {
    /// The list of coaches, one coach, and their deletion.
    mutating func addCoaches(_ site: Site) {
        get(Place.coaches.text, site.listPage(ListCoaches.self) { CoachesPage($0, $1, $2).write })
        get("/coaches/export", site) { try await $0.coachesFile() }
        get("/coaches/export.xlsx", site) { try await $0.coachesWorkbook() }
        get("/coaches/{id}", site, .coaches) { try await $0.coachPage($1) }
        addDeletion(
            of: .coaches, site, DeleteCoach.self, showing: ShowCoach.self
        ) { ConfirmationPage(deleting: $0.coach, with: $1, $2) }
    }
}
