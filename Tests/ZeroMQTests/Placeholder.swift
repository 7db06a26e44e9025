// The first test of ZeroMQ comes with its first change.
