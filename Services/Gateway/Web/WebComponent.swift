import Contracts
import Foundation
import HTTP
import ServiceKit
import Synchronization

/// Runs the HTTP server as a component of a process. The file `run/web.address` of the home has the
/// address of the pages while they are served.
final class WebComponent: Component {
    /// The pages cannot be served.
    struct Failure: Error, CustomStringConvertible {
        /// The cause and the remedy.
        let description: String
    }

    let name = "web"
    private let server = Mutex<HTTPServer?>(nil)
    private let site: Site
    private let settings: WebSettings
    private let home: CompassHome
    private let logger: Logger
    private var addressFile: String { home.webAddressFile }

    private let transport: PolledBrokerTransport

    init(_ environment: ServiceEnvironment, _ transport: PolledBrokerTransport) throws {
        self.transport = transport
        settings = try WebSettings(environment.web)
        logger = environment.logger
        home = environment.home
        site = Site(
            caller: Caller(transport: transport, clock: environment.clock), environment)
    }

    func start() throws {
        do {
            do {
                announce(try serve(on: settings.port ?? WebSettings.usualPort))
            } catch let error as HTTPServerError where settings.port == nil {
                logger.info("the usual port is taken", ["error.message": "\(error)"])
                announce(try serve(on: 0))
            }
        } catch let error as HTTPServerError {
            throw Failure(
                description: "\(error) Use another port: COMPASS_WEB_PORT=8081 make up, or "
                    + "{\"web.port\": \"8081\"} in \(home.configurationFile)")
        }
    }

    /// Starts a server and returns the address of the pages.
    private func serve(on port: UInt16) throws -> String {
        var configuration = settings.configuration(
            port: port, observedBy: RequestLog(logger: logger))
        configuration.companion = BrokerInput(transport: transport)
        let server = try HTTPServer(configuration, router: try Router(site))
        let started = OneShot<Result<UInt16, any Error>>()
        Task {
            do {
                started.set(.success(try await server.start()))
            } catch {
                started.set(.failure(error))
            }
        }
        let chosen = try started.wait().get()
        self.server.withLock { $0 = server }
        return settings.address(port: chosen)
    }

    /// Writes the address for people and scripts. On a full disk the pages are served all the same.
    private func announce(_ address: String) {
        logger.info("listening", ["server.address": address])
        do {
            try PrivateFile.replace(addressFile, holding: Array("\(address)\n".utf8))
        } catch {
            logger.warning(
                "the file with the address was not written", ["error.message": "\(error)"])
        }
    }

    func stop(by deadline: ContinuousClock.Instant) {
        try? FileManager.default.removeItem(atPath: addressFile)
        guard let server = server.withLock({ $0 }) else { return }
        let stopped = OneShot<Void>()
        Task {
            await server.stop(within: deadline - .now)
            stopped.set(())
        }
        stopped.wait()
    }
}

/// Lets the server's thread wait for replies of the broker.
private struct BrokerInput: CompanionInput {
    let transport: PolledBrokerTransport

    var descriptors: [Int32] { transport.descriptors }

    func work(isReady: Bool) -> Int? { transport.work(isReady: isReady) }
}
