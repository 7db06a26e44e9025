internal import Base

/// A request that the server answers itself, or that a handler ends by throwing this.
@Memberwise(labels: false)
public struct HTTPFailure: Error, Sendable, Equatable, CustomStringConvertible {
    public var status: HTTPStatus
    /// What is wrong, in a sentence for the sender. Contains nothing that was sent.
    public var message: String
    /// Fields of the response, such as `Allow`.
    public var headers: HTTPFields = [:]

    public var description: String { "\(status) \(message)" }
}
