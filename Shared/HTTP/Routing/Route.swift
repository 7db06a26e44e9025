internal import Base

/// One row of the routing table.
public struct Route: Sendable {
    /// Answers a request. An error other than `HTTPFailure` is answered with 500, and its text is
    /// not shown. The task is cancelled when the time is over, when the client goes away in the
    /// middle of its request, and when that of a stream or of a route that changes nothing does.
    ///
    /// A handler runs on the server's thread between its waits, so it must not block. That of a
    /// streamed body, which may write files, runs on Swift's cooperative threads.
    public typealias Handler = @Sendable (HTTPRequest) async throws -> HTTPResponse

    public let method: HTTPMethod
    public let pattern: RoutePattern
    /// How a body is taken.
    public let body: BodyPolicy
    /// For how long a handler may run until it answers, from the end of the request's head. A slow
    /// upload counts.
    public let timeMax: Duration
    /// Whether it changes nothing, so that its handler ends when the client goes away.
    public let changesNothing: Bool
    let handler: Handler

    /// Runs the handler away from the server's thread.
    @concurrent func handleApart(_ request: HTTPRequest) async throws -> HTTPResponse {
        // With nothing to do here, Swift 6.3 would leave out the change of threads.
        try Task.checkCancellation()
        return try await handler(request)
    }
}

/// How a route takes a request's body.
public enum BodyPolicy: Sendable, Equatable {
    /// A request with a body is refused.
    case none
    /// The handler runs when the whole body is there, at most this many bytes.
    case collected(bytesMax: Int)
    /// The handler runs at once and reads the body, at most this many bytes, as it arrives. If
    /// the handler does not read, the client waits.
    case streamed(bytesMax: Int)

    /// The most bytes.
    public var bytesMax: Int {
        switch self {
        case .none: 0
        case .collected(let bytesMax), .streamed(let bytesMax): bytesMax
        }
    }
}

/// The path of a route, such as `/coaches/{id}/notes`. A segment in braces stands for any one
/// segment; all others stand for themselves.
public struct RoutePattern: Sendable, Hashable, CustomStringConvertible {
    enum Segment: Sendable, Hashable {
        case literal(String)
        case parameter(String)
    }

    public let description: String
    let segments: [Segment]

    /// Reads a pattern. It begins with a slash, ends with none, and has no empty segment; each
    /// name in braces stands once. Anything else is a mistake of the programmer, and traps.
    public init(_ text: String) {
        precondition(text.hasPrefix("/"), "route \(text): a pattern begins with a slash")
        let parts =
            text == "/"
            ? []
            : text.dropFirst().split(
                separator: "/", omittingEmptySubsequences: false)
        segments = parts.map { part in
            guard part.hasPrefix("{") else { return .literal(String(part)) }
            precondition(
                part.hasSuffix("}") && part.count > 2, "route \(text): a name in braces is missing")
            return .parameter(String(part.dropFirst().dropLast()))
        }
        precondition(
            !parts.contains(""),
            "route \(text): a pattern has no empty segment, nor a slash at the end")
        let names = segments.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
        precondition(Set(names).count == names.count, "route \(text): a name stands twice")
        description = text
    }

    /// The names in braces, in order.
    public var parameterNames: [String] {
        segments.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    }

    /// The path of the pattern with these values in place of the names, percent-encoded; `nil`
    /// unless every name has a value.
    public func path(_ values: [String: String]) -> String? {
        var path = ""
        for segment in segments {
            switch segment {
            case .literal(let text): path += "/" + text
            case .parameter(let name):
                guard let value = values[name] else { return nil }
                path += "/" + PercentEncoding.encode(value)
            }
        }
        return path.isEmpty ? "/" : path
    }
}
