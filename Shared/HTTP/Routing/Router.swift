internal import Base

/// The routing table. Built once, before the server starts.
///
/// A literal segment goes before a parameter: `/coaches/add` is found before `/coaches/{id}`.
public struct Router: Sendable {
    /// The time that a handler has by default.
    public static let timeMaxDefault = Duration.seconds(30)
    /// The most bytes of a form or of a JSON body by default.
    public static let bodyBytesMaxDefault = 256 * 1_024

    private indirect enum Node: Sendable {
        case node(literals: [String: Node], parameter: Node?, routes: [Int])

        static let empty = Node.node(literals: [:], parameter: nil, routes: [])
    }

    /// Every route, in the order in which they were added.
    public private(set) var routes: [Route] = []
    private var root = Node.empty

    private let timeMax: Duration

    /// An empty table.
    ///
    /// - Parameter timeMax: The time that handlers have unless their route says otherwise.
    public init(timeMax: Duration = timeMaxDefault) {
        self.timeMax = timeMax
    }

    /// Adds a route. A second one of the same method and pattern is a mistake of the programmer,
    /// and traps.
    ///
    /// - Parameter changesNothing: Whether the handler ends when its client goes away; by default,
    ///   that of a safe method does.
    public mutating func add(
        _ method: HTTPMethod, _ pattern: String, body: BodyPolicy = .none,
        timeMax: Duration? = nil, changesNothing: Bool? = nil, _ handler: @escaping Route.Handler
    ) {
        let route = Route(
            method: method, pattern: RoutePattern(pattern), body: body,
            timeMax: timeMax ?? self.timeMax, changesNothing: changesNothing ?? method.isSafe,
            handler: handler)
        precondition(method != .head, "route \(pattern): GET answers HEAD")
        root = adding(route, index: routes.count, to: root, depth: 0)
        routes.append(route)
    }

    /// Adds a route that only reads.
    public mutating func get(
        _ pattern: String, timeMax: Duration? = nil, _ handler: @escaping Route.Handler
    ) {
        add(.get, pattern, timeMax: timeMax, handler)
    }

    /// Adds a route that takes a form or another small body.
    public mutating func post(
        _ pattern: String, body: BodyPolicy = .collected(bytesMax: bodyBytesMaxDefault),
        timeMax: Duration? = nil, changesNothing: Bool = false, _ handler: @escaping Route.Handler
    ) {
        add(
            .post, pattern, body: body, timeMax: timeMax, changesNothing: changesNothing, handler)
    }

    /// Where a request goes.
    enum Match {
        case found(Route, parameters: [String: String])
        /// The path without its trailing slash has a route for this method.
        case redirect(to: String)
        case failed(HTTPFailure)
    }

    /// Finds the route of a request.
    func match(_ method: HTTPMethod, _ target: RequestTarget) -> Match {
        let wanted = method == .head ? HTTPMethod.get : method
        let candidates = found(in: root, target.segments[...])
        guard !candidates.isEmpty else {
            return .failed(HTTPFailure(.notFound, "There is no such page."))
        }
        for index in candidates where routes[index].method == wanted {
            let route = routes[index]
            guard !target.hasTrailingSlash else { return trailingSlash(method, target) }
            return .found(route, parameters: parameters(of: route, target.segments))
        }
        var methods = Set(candidates.map { routes[$0].method.rawValue })
        if methods.contains("GET") { methods.insert("HEAD") }
        return .failed(
            HTTPFailure(
                .methodNotAllowed, "The method is not allowed here.",
                headers: ["Allow": methods.sorted().joined(separator: ", ")]))
    }

    /// An address that reads leads to the one without the slash; any other does not exist.
    private func trailingSlash(_ method: HTTPMethod, _ target: RequestTarget) -> Match {
        guard method.isSafe else {
            return .failed(HTTPFailure(.notFound, "There is no such page."))
        }
        let path = target.segments.map { "/" + PercentEncoding.encode($0) }.joined()
        return .redirect(to: path + (target.rawQuery.map { "?\($0)" } ?? ""))
    }

    /// What the names in braces stand for in the route that answers GET at an address, which may
    /// have a query; `nil` without such a route.
    public func parameters(of address: String) -> [String: String]? {
        guard let target = try? RequestTarget(address),
            case .found(_, let parameters) = match(.get, target)
        else { return nil }
        return parameters
    }

    private func parameters(of route: Route, _ segments: [String]) -> [String: String] {
        var parameters: [String: String] = [:]
        for (pattern, segment) in zip(route.pattern.segments, segments) {
            if case .parameter(let name) = pattern { parameters[name] = segment }
        }
        return parameters
    }

    /// The routes of all methods whose pattern matches, the most literal ones first.
    private func found(in node: Node, _ segments: ArraySlice<String>) -> [Int] {
        guard case .node(let literals, let parameter, let here) = node else { return [] }
        guard let first = segments.first else { return here }
        var all = literals[first].map { found(in: $0, segments.dropFirst()) } ?? []
        if let parameter { all += found(in: parameter, segments.dropFirst()) }
        return all
    }

    private func adding(_ route: Route, index: Int, to node: Node?, depth: Int) -> Node {
        guard case .node(var literals, var parameter, var here) = node ?? .empty else {
            return .empty
        }
        guard depth < route.pattern.segments.count else {
            precondition(
                !here.contains { routes[$0].method == route.method },
                "route \(route.method) \(route.pattern) stands twice")
            here.append(index)
            return .node(literals: literals, parameter: parameter, routes: here)
        }
        switch route.pattern.segments[depth] {
        case .literal(let text):
            literals[text] = adding(route, index: index, to: literals[text], depth: depth + 1)
        case .parameter:
            parameter = adding(route, index: index, to: parameter, depth: depth + 1)
        }
        return .node(literals: literals, parameter: parameter, routes: here)
    }
}
