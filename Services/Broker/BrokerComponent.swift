import Glibc
import Majordomo
import ServiceKit

/// The broker as a part of a process. A broker that fails ends the process, so that the supervisor
/// starts another.
struct BrokerComponent: Component {
    let name = "broker"
    private let broker: Broker
    private let logger: Logger

    init(_ environment: ServiceEnvironment) throws {
        umask(0o077)
        logger = environment.logger
        broker = try Broker(settings: Broker.Settings(endpoint: environment.brokerEndpoint))
    }

    func start() throws {
        try broker.start { [logger] failure in
            logger.error("the broker failed", ["error.message": failure.description])
            _exit(1)
        }
    }

    func stop(by deadline: ContinuousClock.Instant) {
        broker.stop()
    }
}
