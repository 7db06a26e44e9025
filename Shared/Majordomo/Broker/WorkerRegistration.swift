/// The parts of a worker's READY that decide whether it may offer the service.
@Memberwise
public struct WorkerRegistration: Sendable, Equatable {
    public let service: String
    /// The challenge for this connection from the broker's reply to `mmi.broker`. It differs for
    /// each connection and each start of the broker.
    public let challenge: String
    /// The signature in READY, if present (docs/protocol.md, section 5).
    public let proof: [UInt8]?

    /// Returns the bytes that a worker of `service` signs to answer `challenge`.
    public static func statement(service: String, challenge: String) -> [UInt8] {
        Array("compass-worker-1\n\(service)\n\(challenge)".utf8)
    }
}
