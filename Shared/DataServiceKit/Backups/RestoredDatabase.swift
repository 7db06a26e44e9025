import Storage

/// A database that was put back from a backup, before a service opens it.
public enum RestoredDatabase {
    /// Gives its change feed a new life: whoever followed it reads it anew, instead of taking
    /// numbers that are given a second time for those that were seen before (F27).
    ///
    /// - Throws: `wrongFile` when the file is none of a service.
    public static func beginAnew(at path: String) throws {
        let high = UInt64.random(in: .min ... .max)
        let low = UInt64.random(in: .min ... .max)
        let changed = try DatabaseFile.edit(at: path) { transaction in
            try transaction.execute(
                "UPDATE feed_state SET producer_epoch = ?1 WHERE id = 1",
                .id(high: high, low: low))
        }
        guard changed == 1 else {
            throw StorageError(
                code: .wrongFile, message: "\(path) has no producer epoch; take another backup")
        }
    }
}
