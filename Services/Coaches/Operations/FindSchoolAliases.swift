import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension FindSchoolAliases {
    /// Looks for the family's schools that have a name which the search contains.
    static func handle(
        _ query: SearchQuery, _ scope: FamilyScope, _ transaction: ReadTransaction,
        catalogue: Catalogue
    ) throws -> Response {
        let schools = try SchoolRepository(scope, transaction).all()
        guard !schools.isEmpty else { return Response(aliases: []) }
        let finder = SchoolFinder(catalogue, schools)
        let aliases = query.callings.sorted { $0.key < $1.key }.flatMap { calling, text in
            finder.followed(named: text).map { SchoolAlias(calling: calling, name: $0.name) }
        }
        // A name inside of a longer one of the same school says no more.
        let whole = aliases.filter { alias in
            !aliases.contains {
                $0.name == alias.name && $0.calling != alias.calling
                    && $0.calling.contains(alias.calling)
            }
        }
        return Response(aliases: Array(whole.prefix(SearchLimit.aliasesMax)))
    }
}
