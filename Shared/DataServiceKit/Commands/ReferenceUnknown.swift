public import Contracts

/// Thrown by a command that refers to a record which its replica does not hold yet. The replica
/// then catches up with the producer once, and the command runs again; what it throws then counts.
/// Of an import it is then the refusal of the row.
public struct ReferenceUnknown: Error, Sendable {
    /// The service that the record belongs to.
    public let producer: ServiceName
    /// The answer if the record is still unknown after that.
    public let refusal: ServiceError

    /// Names the producer and the final answer.
    public init(_ producer: ServiceName, refusal: ServiceError) {
        self.producer = producer
        self.refusal = refusal
    }
}
