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

/// An operation that does nothing but answer so many bytes: the floor of every answer.
enum Answer: Contracts.Operation {
    static let name = "bench.answer"
    static let service: ServiceName? = nil
    static let isReadOnly = true
    static let access = Access.signedIn
    static let summary = "Answer so many bytes"

    struct Request: OperationRequest {
        var bytes: Int
        static let fieldNames = ["bytes"]
    }

    typealias Response = Echo.Response
}

/// The service that offers `bench.echo` and `bench.answer`, as a process of its own.
enum EchoService {
    static let name = "bench"
    /// Set in the environment of a process that is to be the service.
    static let marker = "COMPASS_BENCH_ECHO"
    /// Bytes around the text of an answer.
    private static let frameBytes = 11
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
