// The first file of Storage comes with its first change.
