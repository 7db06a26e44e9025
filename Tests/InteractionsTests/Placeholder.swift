// The first test of Interactions comes with its first change.
