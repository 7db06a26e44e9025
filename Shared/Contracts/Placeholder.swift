// The first file of Contracts comes with its first change.
