import Contracts
import Foundation
import ServiceKit

/// An operation that returns its request: the lower bound for every operation.
enum Echo: Contracts.Operation {
    static let definition = OperationDefinition(
        "bench.echo", of: nil, .read, .signedIn, "Answer what came")

    struct Request: OperationRequest {
        var text: String
        static let fieldNames = ["text"]
    }

    struct Response: Codable, Sendable {
        var text: String
    }
}

/// An operation that returns a reply of the given size: the lower bound for every reply.
enum Answer: Contracts.Operation {
    static let definition = OperationDefinition(
        "bench.answer", of: nil, .read, .signedIn, "Answer so many bytes")

    struct Request: OperationRequest {
        var bytes: Int
        static let fieldNames = ["bytes"]
    }

    typealias Response = Echo.Response

    /// A call that is answered with so many bytes.
    static func timed(bytes: Int) throws -> TimedCall {
        TimedCall(
            service: EchoService.name, operation: name,
            payload: try JSONCoding.encode(Request(bytes: bytes)), bytes: bytes)
    }
}

/// The service that offers `bench.echo` and `bench.answer`, as a separate process.
enum EchoService {
    static let name = "bench"
    /// Set in the environment of the process that is to run the service.
    static let marker = "COMPASS_BENCH_ECHO"

    /// Starts the service in a system's home.
    static func start(in system: BenchmarkSystem) throws -> ChildProcess {
        try ChildProcess(
            Programs.own, [],
            environment: ["COMPASS_HOME": system.home.path, marker: "1"],
            readyWhen: "\"message\":\"ready\"")
    }

    /// The size of an answer without its text, in bytes.
    private static let frameBytes = 11
    /// Whether this process is to run the service.
    static var isAskedFor: Bool { ProcessInfo.processInfo.environment[marker] != nil }

    /// Serves until a signal arrives.
    static func run() -> Never {
        ServiceProcess.run(name, "Answers what it is sent, for benchmarks.") { environment in
            let keys = KeyStore(folder: environment.home.keysFolder)
            let host = ServiceHost(
                name: name, clock: environment.clock,
                verifier: PassportVerifier(keys: keys, revocations: RevocationList()),
                logger: environment.logger)
            host.register(Echo.self) { call, responder in
                // Returns the payload undecoded, so that only transport is measured.
                responder.succeed(json: call.payload)
            }
            host.register(Answer.self) { call, responder in
                do throws(ServiceError) {
                    let count = max(try call.input().bytes - Self.frameBytes, 0)
                    responder.succeed(
                        json: Array("{\"text\":\"".utf8) + Array(repeating: 0x78, count: count)
                            + Array("\"}".utf8))
                } catch {
                    responder.fail(error)
                }
            }
            return [
                BrokerWorker(
                    host: host, endpoint: environment.brokerEndpoint, logger: environment.logger)
            ]
        }
    }
}
