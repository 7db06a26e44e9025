/// Limits of imports.
public enum ImportLimit {
    /// The maximum number of rows in a file.
    public static let rowsMax = 50_000
    /// The rows at the start of a file among which the one that names the columns is looked for.
    public static let headerRowsMax = 10
    /// The last line of a file that a person may name as the one with the columns' names.
    public static let headerLineMax = 1_000
    /// The maximum number of sheets of a workbook among which the one to import is looked for.
    public static let sheetsTriedMax = 40
    /// The maximum number of rows in a batch, and of records in one change of the feed.
    public static let batchRowsMax = 250
    /// The size of the row forms in a batch, in bytes, beyond which clients start a new batch. A
    /// batch has at least one row.
    public static let batchBytesMax = 262_144
    /// How long staged rows are kept without further requests, and an import of posts stays open;
    /// the posts that it stored remain.
    public static let openFor = Duration.seconds(3_600)
    /// The maximum number of open imports of one kind for one player; the one idle longest is
    /// discarded to make room.
    public static let openMax = 8
    /// The maximum number of skipped rows listed in the reply to a commit; all of them are counted.
    public static let skippedListedMax = 1_000
    /// The maximum number of rows listed with what becomes of them in the reply to a commit; all of
    /// them are counted.
    public static let rowsListedMax = 1_000
    /// The maximum number of records that an import changes, so that its undo is short.
    public static let updatesMax = 5_000
    /// The maximum length of a text before or after a change in a report, in characters.
    public static let changeTextMax = 100
    /// The maximum length of a coach's key in a file, in characters.
    public static let keyMax = 100
}
