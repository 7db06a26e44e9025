// The first test of CommandKit comes with its first change.
