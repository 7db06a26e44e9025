import Storage

extension Migration {
    /// What is in kept rows. Those of before are of logs.
    static let keptKinds = Migration(
        "kinds of kept imports",
        sql: "ALTER TABLE kept_imports ADD COLUMN kind TEXT NOT NULL DEFAULT 'log';")
}
