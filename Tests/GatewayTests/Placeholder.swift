// The first test of Gateway comes with its first change.
