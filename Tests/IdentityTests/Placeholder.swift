// The first test of Identity comes with its first change.
