// The first file of SQLite comes with its first change.
