import Contracts
import HTML
import HTTP
import WebPages

extension Router {
    /// The list of schools, one school, and their deletion.
    mutating func addSchools(_ site: Site) {
        get(Place.schools.text, site.listPage(ListSchools.self) { SchoolsPage($0, $1, $2).write })
        get("/schools/{id}", site, .schools) { visit, id in
            async let context = visit.context()
            async let timeline = visit.timeline(.school(id))
            let answer = try await visit.call(ShowSchool.self, .init(id: id))
            let page = SchoolPage(answer, try await timeline, try await context)
            return HTTPResponse(page: page.write)
        }
        addDeletion(
            of: .schools, site, DeleteSchool.self, showing: ShowSchool.self
        ) { ConfirmationPage(deleting: $0.school, with: $1, $2) }
    }
}
