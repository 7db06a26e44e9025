// The first test of Coaches comes with its first change.
