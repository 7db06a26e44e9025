/// Limits of imports.
public enum ImportLimit {
    /// Rows of one file.
    public static let rowsMax = 50_000
    /// Rows that are sent and checked together; also the records of one change in the feed.
    public static let batchRowsMax = 250
    /// Octets of row forms that a client puts into one batch; a batch has one row at least.
    public static let batchOctetsMax = 262_144
    /// How long rows that nobody goes on with are kept.
    public static let openFor = Duration.seconds(3_600)
    /// Imports of one kind that a player has open at once; the longest at rest makes room.
    public static let openMax = 8
    /// Skipped rows that the answer to a commit lists; it counts them all.
    public static let skippedListedMax = 1_000
    /// Length of the name by which a file calls one of its coaches, in characters.
    public static let keyMax = 100
}
