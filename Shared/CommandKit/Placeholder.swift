// The first file of CommandKit comes with its first change.
