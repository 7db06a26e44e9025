// The first file of Sodium comes with its first change.
