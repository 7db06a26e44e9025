import Base

/// A ZeroMQ call that failed for a reason outside this program's control.
@Memberwise
public struct ZeroMQError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The causes, as a closed list.
    public enum Code: String, Sendable {
        /// Another process holds the endpoint or its lock.
        case addressInUse = "address_in_use"
        /// The endpoint is invalid, too long or of an unsupported transport.
        case endpointRefused = "endpoint_refused"
        /// The socket's directory is missing, not private or owned by another user.
        case directoryRefused = "directory_refused"
        /// The context ended while a socket was in use.
        case terminated
        /// No descriptors, memory or sockets are left.
        case exhausted
        /// Any other failure; see `call` and `number`.
        case failed
    }

    public let code: Code
    /// The name of the failed call, for example `zmq_bind`.
    public let call: String
    /// The call's error number; 0 if there is none.
    public var number: Int32 = 0
    /// The cause and the remedy.
    public let message: String

    /// The call, the message and the number on one line.
    public var description: String {
        number == 0 ? "\(call): \(message)" : "\(call): \(message) (error \(number))"
    }
}
