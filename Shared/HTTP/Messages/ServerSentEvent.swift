internal import Base

/// One message of an event stream (`text/event-stream` of the HTML standard).
@Memberwise
public struct ServerSentEvent: Sendable, Equatable {
    /// Where the browser resumes: it comes back as `Last-Event-ID`. `nil` leaves the last one.
    public var id: String?
    /// The event's name; `nil` for `message`.
    public var name: String?
    /// The content. Lines may end with LF, CR or CRLF; the browser sees LF.
    public var data: String

    /// The event as it is sent. Line ends and NULs in the id and in the name, which cannot be
    /// sent, are left out.
    public var bytes: [UInt8] {
        var text = ""
        if let id { text += "id: \(Self.oneLine(id))\n" }
        if let name { text += "event: \(Self.oneLine(name))\n" }
        for line in Self.lines(data) { text += "data: \(line)\n" }
        return Array((text + "\n").utf8)
    }

    /// A comment, which browsers ignore.
    public static let keepAlive: [UInt8] = Array(":\n\n".utf8)

    private static func oneLine(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { !"\r\n\0".unicodeScalars.contains($0) }))
    }

    /// The lines of a text, with an empty one after a line end at its end. Swift takes CRLF for
    /// one character, and for a line end.
    private static func lines(_ text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
    }
}

/// Writes the events of one stream.
public struct EventWriter: Sendable {
    let writer: ResponseWriter

    /// Sends an event. Returns when there is room for the next.
    ///
    /// - Throws: `CancellationError` if the client has gone or the server stops.
    public func send(_ event: ServerSentEvent) async throws {
        try await writer.write(event.bytes)
    }
}

extension HTTPResponse {
    /// For how long nothing is sent before a comment keeps the connection open.
    public static let eventKeepAlive = Duration.seconds(15)

    /// A stream of events. A comment is sent when there was none for `keepAlive`.
    public static func events(
        keepAlive: Duration = eventKeepAlive,
        _ produce: @escaping @Sendable (EventWriter) async throws -> Void
    ) -> HTTPResponse {
        let headers: HTTPFields = [
            "Content-Type": "text/event-stream",
            "Cache-Control": "no-store",
            // Asks nginx not to hold events back.
            "X-Accel-Buffering": "no",
        ]
        let stream = ResponseStream(keepAlive: (ServerSentEvent.keepAlive, keepAlive)) { writer in
            try await produce(EventWriter(writer: writer))
        }
        return HTTPResponse(headers: headers, body: .stream(stream))
    }
}
