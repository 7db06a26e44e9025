import Storage

extension Migration {
    /// The merges of schools: which stays, which went, the one that stays before and after as JSON,
    /// and the coaches who moved, as a JSON array of their ids.
    static let schoolMerges = Migration(
        "merges of schools",
        sql: mergesTableSQL("school_merges", columns: "coaches TEXT NOT NULL"))
}
