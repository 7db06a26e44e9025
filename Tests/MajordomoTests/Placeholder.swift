// The first test of Majordomo comes with its first change.
