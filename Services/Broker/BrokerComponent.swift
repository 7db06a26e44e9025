import Glibc
import Majordomo
import ServiceKit

/// Runs the broker as a component. If the broker fails, the process exits, so that the supervisor
/// restarts it.
struct BrokerComponent: Component {
    let name = "broker"
    /// The nice value of the broker's threads, where the system permits it (setpriority(2)).
    private static let niceness: Int32 = -5

    private let broker: Broker
    private let logger: Logger

    init(_ environment: ServiceEnvironment) throws {
        umask(0o077)
        BrokerComponent.raisePriority()
        logger = environment.logger
        let check = RegistrationCheck(keysFolder: environment.home.keysFolder)
        var settings = Broker.Settings(endpoint: environment.brokerEndpoint)
        settings.admits = { check.admits($0) }
        settings.notice = { [logger] notice in BrokerComponent.log(notice, to: logger) }
        broker = try Broker(settings: settings)
    }

    /// Raises the priority of the calling thread, and of the threads that it starts. While all
    /// processors are busy, messages would otherwise wait for full time slices of the services.
    private static func raisePriority() {
        let process = Int32(PRIO_PROCESS.rawValue)
        guard getpriority(process, 0) > niceness else { return }
        _ = setpriority(process, 0, niceness)
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

    private static func log(_ notice: BrokerNotice, to logger: Logger) {
        if notice.peersRefused > 0 {
            logger.warning(
                "processes of another user tried to connect", ["count": "\(notice.peersRefused)"])
        }
        if notice.connectionsCut > 0 {
            logger.warning(
                "connections were closed that broke a limit or a rule of the wire",
                ["count": "\(notice.connectionsCut)"])
        }
        if notice.registrationsRefused > 0 {
            logger.warning(
                "a worker without the key of its service tried to register",
                [
                    "count": "\(notice.registrationsRefused)",
                    "worker.service": notice.refusedService ?? "",
                ])
        }
    }
}
