public import Contracts

/// Thrown by a command that refers to a record unknown to its replica. The replica then catches up
/// with the producer once and the command runs again, and its second error is final. In an import
/// the error refuses the row.
public struct UnknownReference: Error, Sendable {
    public let producer: ServiceName
    /// The error if the record is still unknown afterwards.
    public let refusal: ServiceError
    /// Whether the error is also that of a producer that does not answer: what is known is valid
    /// until then.
    let holdsWithoutNews: Bool

    public init(_ producer: ServiceName, refusal: ServiceError) {
        self.init(producer, refusal: refusal, holdsWithoutNews: false)
    }

    init(_ producer: ServiceName, refusal: ServiceError, holdsWithoutNews: Bool) {
        self.producer = producer
        self.refusal = refusal
        self.holdsWithoutNews = holdsWithoutNews
    }
}
