// The first test of SQLite comes with its first change.
