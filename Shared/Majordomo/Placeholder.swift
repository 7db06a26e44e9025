// The first file of Majordomo comes with its first change.
