import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension ListSchools {
    /// Lists the family's schools by name, with their numbers of coaches (IA-05) and short names.
    static func handle(
        _ input: Request.Input, _ scope: FamilyScope, _ transaction: ReadTransaction,
        catalogue: Catalogue
    ) throws -> Response {
        let repository = SchoolRepository(scope, transaction)
        var schools = try repository.list(input)
        for index in schools.indices {
            schools[index].shortName = catalogue.shortName(of: schools[index])
        }
        // The limit may have cut off rows.
        let total = schools.count == input.limit ? try repository.count(input) : schools.count
        return Response(
            activeFilters: input.chips { _, _ in nil }, schools, total: total)
    }
}
