import Contracts

extension SearchSchools {
    /// Searches the catalogue in memory, without the database.
    static func handle(_ input: Input, catalogue: Catalogue) -> Response {
        catalogue.search(input)
    }
}
