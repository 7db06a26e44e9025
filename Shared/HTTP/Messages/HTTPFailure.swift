/// A request that the server answers itself, or that a handler ends by throwing this.
public struct HTTPFailure: Error, Sendable, Equatable, CustomStringConvertible {
    public var status: HTTPStatus
    /// What is wrong, in a sentence for the sender. Contains nothing that was sent.
    public var message: String
    /// Fields of the response, such as `Allow`.
    public var headers: HTTPFields

    /// Creates a failure.
    public init(_ status: HTTPStatus, _ message: String, headers: HTTPFields = [:]) {
        self.status = status
        self.message = message
        self.headers = headers
    }

    public var description: String { "\(status) \(message)" }
}
