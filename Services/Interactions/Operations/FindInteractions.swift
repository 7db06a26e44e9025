import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Finds interactions by the end of their id. Players find only their own.
extension FindInteractions {
    static func handle(
        _ input: RecordEnding, _ scope: FamilyScope, _ transaction: ReadTransaction
    ) throws -> FindInteractions.Response {
        let repository = InteractionRepository(scope, transaction)
        return FindInteractions.Response(
            matches: try repository.matches(ending: input.digits.uppercased(), limit: matchesMax))
    }
}
