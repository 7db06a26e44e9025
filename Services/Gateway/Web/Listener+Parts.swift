import Contracts
import HTTP
import ServiceKit

extension Listener {
    /// Serves the pages and the HTTP API.
    static func pages(
        _ environment: ServiceEnvironment, _ transport: PolledBrokerTransport,
        _ counts: RequestCounts
    ) throws -> Listener {
        let settings = try WebSettings(environment.web)
        let log = RequestLog(logger: environment.logger, counts: counts)
        var configuration = settings.configuration(observedBy: log)
        configuration.companion = BrokerInput(transport: transport)
        let site = Site(
            caller: Caller(transport: transport, clock: environment.clock), environment)
        return Listener(
            "web", at: settings.place(in: environment.home, environment.logger), configuration,
            router: try Router(site), environment.logger)
    }

    /// Serves health and metrics, with a thread and a connection to the broker of their own, so
    /// that they do not wait for the pages.
    static func metrics(
        _ environment: ServiceEnvironment, _ transport: PolledBrokerTransport,
        _ counts: RequestCounts
    ) -> Listener {
        let settings = MetricsSettings(
            address: environment.metrics.address, port: environment.metrics.port,
            host: environment.web.host)
        var configuration = settings.configuration
        configuration.companion = BrokerInput(transport: transport)
        let passport = OperatorPassport(
            KeyStore(folder: environment.home.keysFolder), clock: environment.clock,
            logger: environment.logger)
        let site = MetricsSite(
            poll: ServicePoll(transport: transport, clock: environment.clock),
            passport: { passport.bytes() }, backupFolder: environment.metrics.backupFolder,
            counts: counts, startedAt: environment.clock.now())
        return Listener(
            "metrics", at: settings.place(in: environment.home, environment.logger),
            configuration, router: Router(site), environment.logger)
    }
}
