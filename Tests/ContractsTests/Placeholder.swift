// The first test of Contracts comes with its first change.
