// The first test of EndToEnd comes with its first change.
