import Contracts
import Foundation
import ServiceKit

/// The system that is tested: where its broker is, and how its figures are asked for.
struct Target {
    /// The longest that one call outside of the measured runs may take.
    static let patience = Duration.seconds(20)

    /// The broker's endpoint.
    let endpoint: String
    /// The system's home, if it is known: its operator key shows the figures.
    let home: CompassHome?
    /// Calls on behalf of the test's own people.
    let caller: Caller
    private let operators: ServicePassportSource?
    private let transport: BrokerTransport

    /// The system at this endpoint; others than ipc:// are refused.
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

    /// How long a system may take to answer the first question.
    static let awayLimit = Duration.seconds(3)

    /// Throws if nobody answers.
    func requireAnswer() throws {
        do {
            _ = try caller.call(
                PingService.self, .init(), at: .identity,
                options: .init(budget: Target.awayLimit))
        } catch {
            throw LoadTestFailure(.away, "Nobody answers at \(endpoint); start it with: make up")
        }
    }

    /// Ends the connection.
    func close() { transport.stop(by: .now) }

    /// The figures of a service; nil if they cannot be asked for.
    func figures(of service: ServiceName) -> ServiceStatistics.Response? {
        guard let passport = try? operators?.passport() else { return nil }
        return try? caller.call(
            ServiceStatistics.self, .init(), at: service,
            options: .init(passport: passport, budget: Target.patience))
    }

    /// The broker's own figures.
    func brokerFigures() -> BrokerFigures? {
        let done = Box<BrokerFigures>()
        let call = OutgoingCall(
            service: "$srv.stats", operation: "$srv.stats",
            requestID: .make(at: ProcessClock().now()), payload: Array("{}".utf8),
            budget: Target.patience, isReadOnly: true)
        transport.send(call) { outcome in
            if case .success(let json, _) = outcome {
                done.put(try? JSONCoding.decodeResponse(BrokerFigures.self, from: json))
            } else {
                done.put(nil)
            }
        }
        return done.take()
    }
}

/// What the broker tells of itself, as far as a load test reads it.
struct BrokerFigures: Codable, Sendable {
    /// A service that the broker knows.
    struct Service: Codable, Sendable {
        var name: String
        /// Requests given to workers.
        var dispatched: Int
        /// What those had waited, all together, in milliseconds.
        var waitedMilliseconds: Int

        enum CodingKeys: String, CodingKey {
            case name, dispatched
            case waitedMilliseconds = "waited_ms"
        }
    }

    /// Requests that found a queue full.
    var shed: Int
    /// Requests whose time ended in a queue.
    var expired: Int
    var services: [Service]
}
