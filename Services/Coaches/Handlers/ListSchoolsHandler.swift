import Contracts
import ServiceKit
import Storage

extension ListSchools {
    /// The family's schools, by name (IA-05).
    static func handle(
        _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> Response {
        Response(schools: try SchoolRepository(context.requireFamily(), transaction).list())
    }
}
