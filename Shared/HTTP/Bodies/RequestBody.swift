/// The body of a request: chunks of bytes, to be read once and by one reader.
///
/// A streamed body is read from the connection as it is asked for; a client that sends faster
/// waits. It is never longer than the route allows.
public struct RequestBody: Sendable, AsyncSequence {
    /// A chunk, at most `bufferBytesMax` long.
    public typealias Element = [UInt8]
    /// How much of a body lies in memory until it is read, in bytes.
    public static let bufferBytesMax = 64 * 1_024

    /// Where a streamed body comes from.
    protocol Source: Sendable {
        func next() async throws -> [UInt8]?
    }

    /// The bytes of a collected body; empty for a streamed one.
    public let collected: [UInt8]
    private let source: (any Source)?

    /// A body that is complete.
    public init(_ bytes: [UInt8]) {
        collected = bytes
        source = nil
    }

    init(_ source: any Source) {
        collected = []
        self.source = source
    }

    /// Reads the chunks.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var rest: [UInt8]?
        private let source: (any Source)?

        init(rest: [UInt8]?, source: (any Source)?) {
            self.rest = rest
            self.source = source
        }

        /// The next chunk; `nil` at the end.
        ///
        /// - Throws: `HTTPFailure` 413 if the body is longer than the route allows,
        ///   `CancellationError` if the client has gone.
        public mutating func next() async throws -> [UInt8]? {
            if let source { return try await source.next() }
            defer { rest = nil }
            return rest
        }
    }

    /// Begins to read.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(rest: collected.isEmpty ? nil : collected, source: source)
    }
}

extension HTTPRequest {
    /// The form in a collected body.
    ///
    /// - Throws: `HTTPFailure` 415 if the body is not said to be a form, 400 if it is malformed.
    public func form() throws(HTTPFailure) -> FormItems {
        guard mediaType == "application/x-www-form-urlencoded" else {
            throw HTTPFailure(.unsupportedMediaType, "The body must be a form.")
        }
        return try FormItems(form: body.collected)
    }

    /// The parts of a form with files, to be read once.
    ///
    /// - Throws: `HTTPFailure` 415 if the body is not `multipart/form-data`, 400 without a valid
    ///   boundary.
    public func multipart() throws(HTTPFailure) -> MultipartReader {
        guard mediaType == "multipart/form-data" else {
            throw HTTPFailure(.unsupportedMediaType, "The body must be a form with files.")
        }
        let value = headers["Content-Type"] ?? ""
        guard let boundary = FieldParameters(value)?["boundary"] else {
            throw HTTPFailure(.badRequest, "The form is malformed: it has no boundary.")
        }
        return try MultipartReader(body, boundary: boundary)
    }
}
