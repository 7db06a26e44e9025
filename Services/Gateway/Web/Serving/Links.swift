import Contracts
import HTML
import HTTP
import Synchronization
import WebPages

/// Tells which addresses have a page, by the routing table itself, so that no page leads nowhere.
final class Links: Sendable {
    private let router = Mutex<Router?>(nil)

    /// The table with all routes. Handlers are made before it is complete.
    func complete(_ router: Router) { self.router.withLock { $0 = router } }

    /// Whether there is a page at the address. What stands for a record must be an id: `new` is
    /// none.
    func serves(_ address: WebAddress) -> Bool {
        guard let parameters = router.withLock({ $0?.parameters(of: address.text) }) else {
            return false
        }
        return parameters.values.allSatisfy { RecordID(text: $0) != nil }
    }
}
