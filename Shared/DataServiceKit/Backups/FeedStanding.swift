public import Contracts
import Storage

/// The positions of a service's file: the head of its own feed, and its cursors in other feeds.
public struct FeedStanding: Sendable {
    private struct Cursor {
        let producer: String
        let epoch: ProducerEpoch
        let sequence: Int64
    }

    private let epoch: ProducerEpoch?
    private let head: Int64
    private let cursors: [Cursor]

    /// Reads the positions from a file that no process has open.
    public init(inDatabase path: String) throws {
        (epoch, head, cursors) = try DatabaseFile.read(at: path) { transaction in
            let epoch: ProducerEpoch? = try transaction.first(
                "SELECT producer_epoch FROM feed_state WHERE id = 1"
            ) { try $0.identifier(0) }
            let head = try transaction.scalar(
                "SELECT max(seq) FROM changes /* all families: the feed's head */")
            let cursors = try transaction.rows(
                "SELECT producer, producer_epoch, seq FROM feed_cursors ORDER BY producer"
            ) { row in
                Cursor(
                    producer: try row.text(0), epoch: try row.identifier(1),
                    sequence: try row.int64(2))
            }
            return (epoch, head ?? 0, cursors)
        }
    }

    /// Describes each cursor that is ahead of its feed: those files are not of one instant, or one
    /// of them went back to an older state. Returns an empty array for consistent files.
    public static func contradictions(_ standings: [ServiceName: FeedStanding]) -> [String] {
        var found: [String] = []
        for consumer in ServiceName.allCases {
            for cursor in standings[consumer]?.cursors ?? [] {
                guard let producer = ServiceName(rawValue: cursor.producer),
                    let feed = standings[producer], feed.epoch == cursor.epoch,
                    cursor.sequence > feed.head
                else { continue }
                found.append(
                    "\(consumer.rawValue) has applied change \(cursor.sequence) of "
                        + "\(producer.rawValue), whose database ends at \(feed.head)")
            }
        }
        return found
    }
}
