import Contracts
import Foundation
import HTTP
import ServiceKit
import Synchronization

/// An HTTP server as a component of the process. While it serves, a file of the home has its
/// address.
final class Listener: Component {
    /// It cannot serve.
    struct Failure: Error, CustomStringConvertible {
        /// The cause and the remedy.
        let description: String
    }

    /// Where a server listens.
    struct Place: Sendable {
        /// The port that is set; nil for the usual one, or any other if that is taken.
        var port: UInt16?
        var usualPort: UInt16
        /// The file with the address.
        var addressFile: String
        /// How another port is set, for people.
        var remedy: String
        /// The address for people, by the port.
        var address: @Sendable (UInt16) -> String
        /// Is told why the usual port cannot be used.
        var onOtherPort: @Sendable (HTTPServerError) -> Void
    }

    let name: String
    private let place: Place
    private let configuration: HTTPServerConfiguration
    private let router: Router
    private let logger: Logger
    private let server = Mutex<HTTPServer?>(nil)

    /// Creates a server that does not listen yet. The port of `configuration` does not count.
    init(
        _ name: String, at place: Place, _ configuration: HTTPServerConfiguration,
        router: Router, _ logger: Logger
    ) {
        self.name = name
        self.place = place
        self.configuration = configuration
        self.router = router
        self.logger = logger
    }

    func start() throws {
        do {
            do {
                announce(try serve(on: place.port ?? place.usualPort))
            } catch let error as HTTPServerError where place.port == nil {
                place.onOtherPort(error)
                announce(try serve(on: 0))
            }
        } catch let error as HTTPServerError {
            throw Failure(description: "\(error) \(place.remedy)")
        }
    }

    /// Starts a server and returns its address.
    private func serve(on port: UInt16) throws -> String {
        var configuration = configuration
        configuration.port = port
        let server = try HTTPServer(configuration, router: router)
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
        return place.address(chosen)
    }

    /// Writes the address for people and scripts. On a full disk the server serves all the same.
    private func announce(_ address: String) {
        logger.info("listening", ["server.address": address])
        do {
            try PrivateFile.replace(place.addressFile, holding: Array("\(address)\n".utf8))
        } catch {
            logger.warning(
                "the file with the address was not written", ["error.message": "\(error)"])
        }
    }

    func stop(by deadline: ContinuousClock.Instant) {
        try? FileManager.default.removeItem(atPath: place.addressFile)
        guard let server = server.withLock({ $0 }) else { return }
        let stopped = OneShot<Void>()
        Task {
            await server.stop(within: deadline - .now)
            stopped.set(())
        }
        stopped.wait()
    }
}

/// Lets a server's thread wait for replies of the broker.
struct BrokerInput: CompanionInput {
    let transport: PolledBrokerTransport

    var descriptors: [Int32] { transport.descriptors }

    func work(isReady: Bool) -> Int? { transport.work(isReady: isReady) }
}
