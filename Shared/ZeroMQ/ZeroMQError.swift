/// A ZeroMQ call that failed for a reason outside this program's control.
public struct ZeroMQError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What went wrong, as a closed list.
    public enum Code: String, Sendable {
        /// Another process holds the endpoint, or its lock.
        case addressInUse = "address_in_use"
        /// The endpoint cannot be parsed, is too long, or its transport is not offered.
        case endpointRefused = "endpoint_refused"
        /// The socket's directory is missing, not private, or owned by someone else.
        case directoryRefused = "directory_refused"
        /// The context ended while a socket was in use.
        case terminated
        /// Descriptors, memory or sockets ran out.
        case exhausted
        /// Any other failure; the call and the number tell.
        case failed
    }

    /// What went wrong.
    public let code: Code
    /// The name of the call, for example `zmq_bind`.
    public let call: String
    /// The error number that the call left; 0 where none applies.
    public let number: Int32
    /// What went wrong and what to do about it.
    public let message: String

    /// Makes an error; `number` is 0 where the system gave none.
    public init(code: Code, call: String, number: Int32 = 0, message: String) {
        self.code = code
        self.call = call
        self.number = number
        self.message = message
    }

    /// Call, message and number on one line.
    public var description: String {
        number == 0 ? "\(call): \(message)" : "\(call): \(message) (error \(number))"
    }
}
