import Contracts
import Storage

extension ChangeFeed {
    /// Changes that are looked through in one read.
    static let checkedRowsMax = 200
    /// Bytes of payload after which a read ends, though it has more changes.
    static let checkedBytesMax = 4 << 20

    /// Looks through the changes after a position for such as are not what was written.
    ///
    /// - Returns: where to go on; nil at the end, and when the file is no longer trusted.
    static func check(after position: Int64, in database: Database) throws -> Int64? {
        do {
            return try database.read { try check(after: position, $0) }
        } catch let damage as DamagedChange {
            database.refuseWrites(damaged: damage.words)
            return nil
        }
    }

    private static func check(
        after position: Int64, _ transaction: ReadTransaction
    ) throws -> Int64? {
        struct Enough: Error {}
        var (last, count, bytes) = (position, 0, 0)
        do {
            try transaction.query(
                """
                SELECT \(ChangeRow.columns) FROM changes WHERE seq > ?1 ORDER BY seq LIMIT ?2
                /* all families: the whole feed is looked through */
                """, .integer(position), .integer(Int64(checkedRowsMax))
            ) { row in
                try ChangeRow.check(row)
                last = try row.int64(0)
                count += 1
                bytes += ChangeRow.payloadBytes(row)
                if bytes > checkedBytesMax { throw Enough() }
            }
        } catch is Enough {
            return last
        }
        return count == checkedRowsMax ? last : nil
    }

    /// The first change of a file that is not what was written, in words; nil if there is none, and
    /// for a file from before there were checksums.
    static func damage(_ transaction: ReadTransaction) throws -> String? {
        let hasChecksums = try transaction.exists(
            "SELECT 1 FROM pragma_table_info('changes') WHERE name = 'checksum'")
        guard hasChecksums else { return nil }
        do {
            var position: Int64? = 0
            while let next = position { position = try check(after: next, transaction) }
            return nil
        } catch let damage as DamagedChange {
            return damage.words
        }
    }

    /// The feed of a file that somebody takes as it is has a new life: whoever followed it reads it
    /// anew. What is damaged in it is taken as it is, too.
    static func beginAnew(_ transaction: WriteTransaction) throws {
        try transaction.execute(
            "UPDATE feed_state SET producer_epoch = ?1 WHERE id = 1",
            DataServiceTables.randomEpoch)
        var mended: [(sequence: Int64, checksum: Int64?)] = []
        try transaction.query(
            """
            SELECT \(ChangeRow.columns) FROM changes WHERE checksum IS NOT NULL
            /* all families: the whole feed is looked through */
            """
        ) { row in
            do {
                try ChangeRow.check(row)
            } catch let damage as DamagedChange {
                mended.append((damage.sequence, ChangeRow.checksum(row)))
            }
        }
        for (sequence, checksum) in mended {
            try transaction.execute(
                "UPDATE changes SET checksum = ?2 WHERE seq = ?1 /* all families: as above */",
                .integer(sequence),
                checksum.map(SQLValue.integer) ?? .null)
        }
    }
}
