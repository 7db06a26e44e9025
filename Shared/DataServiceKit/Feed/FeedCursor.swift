import Contracts
import Storage

/// How far a consumer has come in a producer's feed. It is written in the transaction of the
/// changes that it stands for.
struct FeedCursor: Hashable, Sendable {
    /// The life of the producer's numbering; `nil` before the first contact.
    var epoch: ProducerEpoch?
    /// The last change applied; 0 for none.
    var sequence: Int64 = 0

    static func load(_ producer: ServiceName, from transaction: ReadTransaction) throws
        -> FeedCursor
    {
        try transaction.first(
            "SELECT producer_epoch, seq FROM feed_cursors WHERE producer = ?1",
            .text(producer.rawValue)
        ) { FeedCursor(epoch: try $0.identifier(0), sequence: try $0.int64(1)) } ?? FeedCursor()
    }

    func save(_ producer: ServiceName, in transaction: WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO feed_cursors (producer, producer_epoch, seq) VALUES (?1, ?2, ?3)
            ON CONFLICT (producer) DO UPDATE
            SET producer_epoch = excluded.producer_epoch, seq = excluded.seq
            """, .text(producer.rawValue), SQLValue(epoch), .integer(sequence))
    }
}
