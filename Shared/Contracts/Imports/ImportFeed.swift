/// What changes of records that imports make have besides the record.
public enum ImportFeed {
    /// The key of the id of the import that changed the record.
    public static let updatedBy = "import_id"
    /// The key of the id of the import whose undo changed the record.
    public static let revertedBy = "undone_import_id"
}
