public import Contracts

/// A call of an operation after the access check, with its input not yet decoded.
@Memberwise
public struct IncomingCall<Op: Operation>: Sendable {
    public let context: CallContext
    /// The request's JSON as received, for the command log's fingerprint.
    public let payload: [UInt8]

    /// Decodes and validates the input strictly. Thread-safe.
    public func input() throws(ServiceError) -> Op.Request.Input {
        try JSONCoding.decodeInput(Op.Request.self, from: payload)
    }
}
