import Contracts
import HTML
import HTTP
import WebPages

extension Router {
    /// The list of schools, one school, and their deletion.
    mutating func addSchools(_ site: Site) {
        get(
            Place.schools.text,
            site.page { visit in
                try await visit.page(ofList: ListSchools.self) { SchoolsPage($0, $1, $2).write }
            })
        get(
            Place.duplicates(in: .schools).text,
            site.page { visit in
                try await visit.page(of: FindSchoolDuplicates.self, .init()) {
                    DuplicatesPage($0, $1).write
                }
            })
        get(
            "/schools/{id}",
            site.page { visit in
                try await visit.school { id in
                    async let context = visit.context()
                    async let timeline = visit.timeline(.school(id))
                    let answer = try await visit.call(ShowSchool.self, .init(id: id))
                    let page = SchoolPage(answer, try await timeline, try await context)
                    return HTTPResponse(page: page.write)
                }
            })
        addDeletion(
            from: "schools", site, DeleteSchool.self, CascadeDeleteSchool.self,
            found: { try await $0.school($1) }
        ) { visit, id in
            async let context = visit.context()
            let answer = try await visit.call(ShowSchool.self, .init(id: id))
            let others = try await visit.call(ListSchoolBlockers.self, .init(id: id))
            return ConfirmationPage(
                deleting: answer.school, with: others.blockers, try await context)
        }
    }
}

extension Visit {
    /// Runs the handler of one school's page. A school that is not there gets the usual page.
    func school(_ body: (SchoolID) async throws -> HTTPResponse) async throws -> HTTPResponse {
        try await found("School", .schools, Place.schools) { try await body(try id(.school)) }
    }
}
