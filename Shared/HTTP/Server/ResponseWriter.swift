/// Writes a response's body while it is sent.
public struct ResponseWriter: Sendable {
    /// How many bytes wait for a slow client before a writer does, too.
    public static let bufferBytesMax = 64 * 1_024

    let core: ServerCore
    let exchangeID: UInt64

    /// Sends bytes after those before. Returns when no more than `bufferBytesMax` bytes wait for
    /// the client.
    ///
    /// - Throws: `CancellationError` if the client has gone or the server stops.
    public func write(_ bytes: [UInt8]) async throws {
        try Task.checkCancellation()
        try await core.write(bytes, to: exchangeID)
    }
}

/// A body that a connection still sends.
struct StreamedBody: RequestBody.Source {
    let core: ServerCore
    let exchangeID: UInt64

    func next() async throws -> [UInt8]? {
        try Task.checkCancellation()
        return try await core.nextChunk(of: exchangeID)
    }
}
