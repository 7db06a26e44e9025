import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension FindSchoolAliases {
    /// Looks into the catalogue for what the search names, and then for these schools among those
    /// of the family.
    static func handle(
        _ query: SearchQuery, _ scope: FamilyScope, _ transaction: ReadTransaction,
        catalogue: Catalogue
    ) throws -> Response {
        let schools = SchoolRepository(scope, transaction)
        var aliases: [SchoolAlias] = []
        for calling in query.callings.sorted() {
            for id in catalogue.schools(called: calling) {
                guard let school = try schools.find(catalogueID: id) else { continue }
                aliases.append(SchoolAlias(calling: calling, name: school.name))
            }
        }
        return Response(aliases: Array(aliases.prefix(SearchLimit.aliasesMax)))
    }
}
