import Contracts

extension SearchSchools {
    /// Looks through the catalogue; the database is not asked.
    static func handle(_ input: Input, catalogue: Catalogue) -> Response {
        let (schools, total) = catalogue.search(input)
        return Response(schools: schools, total: total)
    }
}
