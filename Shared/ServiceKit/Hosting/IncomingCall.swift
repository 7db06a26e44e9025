public import Contracts

/// A call of an operation, after the access check and before its input is read.
public struct IncomingCall<Op: Operation>: Sendable {
    /// What is known besides the input.
    public let context: CallContext
    /// The request's JSON as it came, for the command log's fingerprint.
    public let payload: [UInt8]

    /// A call with these parts.
    public init(context: CallContext, payload: [UInt8]) {
        self.context = context
        self.payload = payload
    }

    /// The input, read strictly and checked. May be called on any thread.
    public func input() throws(ServiceError) -> Op.Request.Input {
        try JSONCoding.decodeInput(Op.Request.self, from: payload)
    }
}
