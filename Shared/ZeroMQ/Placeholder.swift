// The first file of ZeroMQ comes with its first change.
