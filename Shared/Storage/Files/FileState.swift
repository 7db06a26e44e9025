internal import Base
internal import SQLite

/// Identifies the state of a database file. Each take-over draws a new mark and increments the
/// epoch; each transaction increments the commit count. Stored in the file itself and in the record
/// beside it (`LifeRecord`).
struct FileState: Hashable, Sendable {
    /// 16 random bytes.
    struct Mark: Hashable, SQLBindable, CustomStringConvertible {
        let high: UInt64
        let low: UInt64

        static func make() -> Mark {
            Mark(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
        }

        func bind(to binder: inout Binder) throws { try binder.bind(high: high, low: low) }

        /// The mark as 32 hexadecimal digits.
        var description: String {
            Hexadecimal.text(high) + Hexadecimal.text(low)
        }
    }

    /// Drawn by each take-over, so that a separately used copy differs from its original.
    var mark: Mark
    /// The number of the take-over.
    var ownerEpoch: Int64
    /// The number of the last transaction.
    var commits: Int64

    /// Reads the state from a file; nil for a new file and for one from before marks existed.
    static func read(from connection: Connection) throws -> FileState? {
        guard try connection.scalar(Dialect.hasMarks) == 1 else { return nil }
        return try ReadTransaction(connection).first(Dialect.readState) { row in
            let (high, low) = try row.id(0)
            return FileState(
                mark: Mark(high: high, low: low), ownerEpoch: try row.int64(1),
                commits: try row.int64(2))
        }
    }

    /// Returns whether this state can follow the recorded one. A kill between a COMMIT and its
    /// record leaves the file ahead of the record, never behind it.
    func follows(_ recorded: FileState) -> Bool {
        if ownerEpoch == recorded.ownerEpoch {
            return mark == recorded.mark && commits >= recorded.commits
        }
        return ownerEpoch == recorded.ownerEpoch + 1 && commits > recorded.commits
    }
}
