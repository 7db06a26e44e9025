// The first file of ServiceKit comes with its first change.
