public import Contracts
import Storage

/// A consumer's position in a producer's feed, written in the transaction of the changes up to it.
public struct FeedCursor: Hashable, Sendable {
    /// The epoch of the producer's numbering; nil before the first contact.
    public var epoch: ProducerEpoch?
    /// The number of the last applied change; 0 for none.
    public var sequence: Int64 = 0
    /// The id of that change, by which a producer detects that its file is outdated: numbers recur,
    /// ids do not. Nil for no change, and in cursors from before ids were stored.
    public var change: ChangeID?

    static func load(_ producer: ServiceName, from transaction: ReadTransaction) throws
        -> FeedCursor
    {
        try transaction.first(
            "SELECT producer_epoch, seq, event_id FROM feed_cursors WHERE producer = ?1",
            producer.rawValue
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
            """, producer.rawValue, epoch, sequence, change)
    }
}
