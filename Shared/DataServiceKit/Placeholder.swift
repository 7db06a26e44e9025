// The first file of DataServiceKit comes with its first change.
