public import Contracts
import Storage

/// How far a consumer has come in a producer's feed. It is written in the transaction of the
/// changes that it stands for.
public struct FeedCursor: Hashable, Sendable {
    /// The life of the producer's numbering; `nil` before the first contact.
    public var epoch: ProducerEpoch?
    /// The last change applied; 0 for none.
    public var sequence: Int64 = 0
    /// The id of that change, by which a producer is known that went back to an earlier state:
    /// numbers come again, ids do not. `nil` for none, and in cursors from before there were ids.
    public var change: ChangeID?

    static func load(_ producer: ServiceName, from transaction: ReadTransaction) throws
        -> FeedCursor
    {
        try transaction.first(
            "SELECT producer_epoch, seq, event_id FROM feed_cursors WHERE producer = ?1",
            .text(producer.rawValue)
        ) {
            FeedCursor(
                epoch: try $0.identifier(0), sequence: try $0.int64(1),
                change: try $0.identifierOrNil(2))
        } ?? FeedCursor()
    }

    func save(_ producer: ServiceName, in transaction: WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO feed_cursors (producer, producer_epoch, seq, event_id)
            VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (producer) DO UPDATE
            SET producer_epoch = excluded.producer_epoch, seq = excluded.seq,
                event_id = excluded.event_id
            """, .text(producer.rawValue), SQLValue(epoch), .integer(sequence), SQLValue(change))
    }
}
