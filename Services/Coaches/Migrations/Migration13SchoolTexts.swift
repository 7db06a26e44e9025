import Storage

extension Migration {
    /// The text in which lists of schools are searched. `name_folded` tells names apart and orders
    /// them; there an accent is not its letter.
    static let schoolTexts = Migration(
        "school texts",
        sql: """
            ALTER TABLE schools ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
            UPDATE schools SET search_text = name_folded;
            """)
}
