import Contracts
import Foundation
import ServiceKit

/// An operation that does nothing but answer what it was sent: the floor of every operation.
enum Echo: Contracts.Operation {
    static let name = "bench.echo"
    static let service: ServiceName? = nil
    static let isReadOnly = true
    static let access = Access.signedIn
    static let summary = "Answer what came"

    struct Request: OperationRequest {
        var text: String
        static let fieldNames = ["text"]
    }

    struct Response: Codable, Sendable {
        var text: String
    }
}

/// The service that offers `bench.echo`, as a process of its own.
enum EchoService {
    static let name = "bench"
    /// Set in the environment of a process that is to be the service.
    static let marker = "COMPASS_BENCH_ECHO"
    /// Whether this process is to be the service.
    static var isAskedFor: Bool { ProcessInfo.processInfo.environment[marker] != nil }

    /// Serves until a signal comes. Never returns.
    static func run() -> Never {
        ServiceProcess.run(name, "Answers what it is sent, for benchmarks.") { environment in
            let keys = KeyStore(folder: environment.home.keysFolder)
            let host = ServiceHost(
                name: name, clock: environment.clock,
                verifier: PassportVerifier(keys: keys, revocations: RevocationList()),
                logger: environment.logger)
            host.register(Echo.self) { call, responder in
                // Nothing is read or written: what remains is the way there and back.
                responder.succeed(json: call.payload)
            }
            return [
                BrokerWorker(
                    host: host, endpoint: environment.brokerEndpoint, logger: environment.logger)
            ]
        }
    }
}
