import Storage

extension Migration {
    /// The parent who entered a contact for the player. A NULL takes no byte, so that lists
    /// read nothing past the content of other rows.
    static let enteredBy = Migration(
        "entered by", sql: "ALTER TABLE interactions ADD COLUMN entered_by BLOB;")
}
