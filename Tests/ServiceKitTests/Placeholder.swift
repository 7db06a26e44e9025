// The first test of ServiceKit comes with its first change.
