import Contracts
import HTML
import HTTP
import Synchronization
import WebPages

/// Tells which addresses have a page, by the routing table itself, so that no page leads nowhere.
final class Links: Sendable {
    private struct Table {
        let router: Router
        /// The paths of pages that stand for no record, which every page asks for.
        let fixed: Set<String>
    }

    private let table = Mutex<Table?>(nil)

    /// The table with all routes. Handlers are made before it is complete.
    func complete(_ router: Router) {
        let fixed = router.routes.filter {
            $0.method == .get && $0.pattern.parameterNames.isEmpty
        }
        let paths = Set(fixed.map(\.pattern.description))
        table.withLock { $0 = Table(router: router, fixed: paths) }
    }

    /// Whether there is a page at the address. What stands for a record must be an id: `new` is
    /// none.
    func serves(_ address: WebAddress) -> Bool {
        table.withLock { table in
            guard let table else { return false }
            if table.fixed.contains(address.text) { return true }
            guard let parameters = table.router.parameters(of: address.text) else { return false }
            return parameters.values.allSatisfy { RecordID(text: $0) != nil }
        }
    }
}
