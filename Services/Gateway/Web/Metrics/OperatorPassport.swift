import ServiceKit
import Synchronization

/// The operator's passport, to whom alone services show their statistics. The services make its key
/// at their first start.
final class OperatorPassport: Sendable {
    private let keys: KeyStore
    private let clock: ProcessClock
    private let logger: Logger
    private let source = Mutex<ServicePassportSource?>(nil)
    private let isMissing = Atomic(false)

    init(_ keys: KeyStore, clock: ProcessClock, logger: Logger) {
        self.keys = keys
        self.clock = clock
        self.logger = logger
    }

    /// The passport; empty while there is no key, which is logged once.
    func bytes() -> [UInt8] {
        do {
            return try known().passport()
        } catch {
            if !isMissing.exchange(true, ordering: .relaxed) {
                logger.warning(
                    "the metrics lack the services, because the operator's key cannot be read",
                    ["error.message": "\(error)"])
            }
            return []
        }
    }

    private func known() throws -> ServicePassportSource {
        if let source = source.withLock({ $0 }) { return source }
        let key = try keys.existingSigningKey(of: .operator)
        let made = ServicePassportSource(subject: .operator, key: key, clock: clock)
        source.withLock { $0 = made }
        return made
    }
}
