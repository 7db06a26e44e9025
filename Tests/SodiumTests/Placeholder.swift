// The first test of Sodium comes with its first change.
