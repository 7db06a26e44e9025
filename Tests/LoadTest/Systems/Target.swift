import Contracts
import Foundation
import ServiceKit

/// The system under test: the broker's endpoint and access to its statistics.
struct Target {
    /// The budget of each call outside of measured runs.
    static let patience = Duration.seconds(20)

    let endpoint: String
    /// The system's home, if known. Its operator key gives access to statistics.
    let home: CompassHome?
    /// Calls on behalf of the test's users.
    let caller: Caller
    private let operators: ServicePassportSource?
    private let transport: BrokerTransport

    /// Connects to a system. Only ipc:// endpoints are accepted.
    init(endpoint: String, home: CompassHome?) throws {
        guard endpoint.hasPrefix("ipc://") else {
            throw LoadTestFailure(
                .usage,
                "--endpoint \(endpoint) is refused: load goes to this machine only; "
                    + "use ipc:// and the path of a broker's socket")
        }
        if let home, !FileManager.default.fileExists(atPath: home.keysFolder) {
            throw LoadTestFailure(.away, "There is no system in \(home.path)")
        }
        self.endpoint = endpoint
        self.home = home
        transport = try BrokerTransport(endpoint: endpoint)
        caller = Caller(transport: transport, clock: ProcessClock())
        operators = try home.map {
            ServicePassportSource(
                subject: .operator,
                key: try KeyStore(folder: $0.keysFolder).signingKey(of: .operator),
                clock: ProcessClock())
        }
    }

    /// How long a system may take to answer the first request.
    static let awayLimit = Duration.seconds(3)

    /// Throws if the system does not answer.
    func requireAnswer() throws {
        do {
            _ = try caller.call(
                PingService.self, .init(), at: .identity,
                options: .init(budget: Target.awayLimit))
        } catch {
            throw LoadTestFailure(.away, "Nobody answers at \(endpoint); start it with: make up")
        }
    }

    func close() { transport.stop(by: .now) }

    /// The statistics of a service, or nil if they are not available.
    func figures(of service: ServiceName) -> ServiceStatistics.Response? {
        guard let passport = try? operators?.passport() else { return nil }
        return try? caller.call(
            ServiceStatistics.self, .init(), at: service,
            options: .init(passport: passport, budget: Target.patience))
    }

    /// The broker's own statistics.
    func brokerFigures() -> BrokerFigures? {
        let done = OneShot<BrokerFigures?>()
        let call = OutgoingCall(
            service: "$srv.stats", operation: "$srv.stats",
            requestID: .make(at: ProcessClock().now()), payload: Array("{}".utf8),
            budget: Target.patience, isReadOnly: true)
        transport.send(call) { outcome in
            if case .success(let json, _) = outcome {
                done.set(try? JSONCoding.decodeResponse(BrokerFigures.self, from: json))
            } else {
                done.set(nil)
            }
        }
        return done.wait()
    }
}

/// The fields of the broker's statistics that a load test uses.
struct BrokerFigures: Codable, Sendable {
    /// A service known to the broker.
    struct Service: Codable, Sendable {
        var name: String
        /// Requests dispatched to workers.
        var dispatched: Int
        /// The sum of their waiting times, in milliseconds.
        var waitedMilliseconds: Int

        enum CodingKeys: String, CodingKey {
            case name, dispatched
            case waitedMilliseconds = "waited_ms"
        }
    }

    /// Requests refused because a queue was full.
    var shed: Int
    /// Requests whose deadline passed in a queue.
    var expired: Int
    var services: [Service]
}
