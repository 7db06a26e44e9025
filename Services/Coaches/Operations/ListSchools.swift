import Contracts
import ServiceKit
import Storage

extension ListSchools {
    /// The family's schools with the number of their coaches, by name (IA-05).
    static func handle(
        _ input: Request.Input, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> Response {
        let repository = SchoolRepository(try context.requireFamily(), transaction)
        let schools = try repository.list(input)
        // Rows beyond the limit count as well.
        let total = schools.count == input.limit ? try repository.count(input) : schools.count
        return Response(
            activeFilters: input.chips { _, _ in nil }, schools: schools, total: total)
    }
}
