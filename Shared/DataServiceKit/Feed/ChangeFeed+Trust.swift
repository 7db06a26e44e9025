import Contracts
import Storage

extension ChangeFeed {
    /// The most changes checked in one read.
    static let checkedRowsMax = 200
    /// The payload size in bytes after which a read ends.
    static let checkedBytesMax = 4 << 20

    /// Checks the changes after a position for damage.
    ///
    /// - Returns: the position to continue from; nil at the end, or if the file is damaged.
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
                """, position, checkedRowsMax
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

    /// Returns what is damaged in the feed of a file: its first change that differs from what was
    /// written. Returns nil for a sound feed, and for a file from before checksums existed.
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

    /// Starts a new epoch of the feed of an accepted file, so that all followers read it again.
    /// Accepts damaged changes by recomputing their checksums.
    static func beginAnew(_ transaction: WriteTransaction) throws {
        try transaction.execute(
            "UPDATE feed_state SET producer_epoch = ?1 WHERE id = 1", DataServiceTables.randomEpoch)
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
                sequence, checksum)
        }
    }
}
