// The first test of Storage comes with its first change.
