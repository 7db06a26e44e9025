// The first test of DataServiceKit comes with its first change.
