internal import SQLite

/// By what a database file is known: each take-over draws a mark and counts on, each transaction
/// counts on. It stands in the file itself, and in the record beside it (`LifeRecord`).
struct FileState: Hashable, Sendable {
    /// 16 random bytes.
    struct Mark: Hashable, Sendable, CustomStringConvertible {
        let high: UInt64
        let low: UInt64

        static func make() -> Mark {
            Mark(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
        }

        /// 32 hexadecimal digits.
        var description: String {
            [high, low].map { half in
                let digits = String(half, radix: 16)
                return String(repeating: "0", count: 16 - digits.count) + digits
            }.joined()
        }
    }

    /// Drawn anew by each take-over, so that a copy that went on differs from what it was taken of.
    var mark: Mark
    /// The number of the take-over.
    var ownerEpoch: Int64
    /// The number of the last transaction.
    var commits: Int64

    /// What a file says of itself; nil for a file that is new, or from before there were marks.
    static func read(from connection: Connection) throws -> FileState? {
        guard try connection.scalar(Dialect.hasMarks) == 1 else { return nil }
        return try ReadTransaction(connection).first(Dialect.readState) { row in
            let (high, low) = try row.id(0)
            return FileState(
                mark: Mark(high: high, low: low), ownerEpoch: try row.int64(1),
                commits: try row.int64(2))
        }
    }

    /// Whether a file in this state can have come from what the record says. A kill between a
    /// COMMIT and its note leaves the file ahead of the record, never behind it.
    func follows(_ recorded: FileState) -> Bool {
        if ownerEpoch == recorded.ownerEpoch {
            return mark == recorded.mark && commits >= recorded.commits
        }
        return ownerEpoch == recorded.ownerEpoch + 1 && commits > recorded.commits
    }
}
