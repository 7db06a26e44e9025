/// A worker's READY, as far as it decides whether the worker may offer the service.
public struct WorkerRegistration: Sendable, Equatable {
    /// The service that the worker names.
    public let service: String
    /// What the broker's answer to `mmi.broker` gave this connection to sign. It is another for
    /// each connection and each start of the broker.
    public let challenge: String
    /// The signature that came with READY, if one did (docs/protocol.md, section 5).
    public let proof: [UInt8]?

    /// Makes a registration, for whoever checks one.
    public init(service: String, challenge: String, proof: [UInt8]?) {
        self.service = service
        self.challenge = challenge
        self.proof = proof
    }

    /// The bytes that a worker of `service` signs to answer `challenge`.
    public static func statement(service: String, challenge: String) -> [UInt8] {
        Array("compass-worker-1\n\(service)\n\(challenge)".utf8)
    }
}
