import Testing

@testable import HTTP

struct RouterTests {
    private func router(_ routes: [(HTTPMethod, String)]) -> Router {
        var router = Router()
        for (method, pattern) in routes { router.add(method, pattern) { _ in HTTPResponse() } }
        return router
    }

    /// What a match leads to, as text.
    private func result(_ router: Router, _ method: HTTPMethod, _ target: String) throws -> String {
        switch router.match(method, try RequestTarget(target)) {
        case .found(let route, let parameters):
            let values = parameters.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
            return route.pattern.description + values.joined()
        case .redirect(let location): return "→ \(location)"
        case .failed(let failure):
            return "\(failure.status) \(failure.headers["Allow"] ?? "")"
        }
    }

    @Test func aRouteThatReadsIsFoundByItsAddress() {
        let router = router([(.get, "/"), (.get, "/coaches/{id}"), (.post, "/coaches/{id}/delete")])
        #expect(router.parameters(of: "/") == [:])
        #expect(router.parameters(of: "/coaches/17?sort=name") == ["id": "17"])
        for other in ["/coaches", "/coaches/17/", "/coaches/17/delete", "coaches", "", "/%zz"] {
            #expect(router.parameters(of: other) == nil, "\(other)")
        }
    }

    @Test func literalSegmentsGoBeforeParameters() throws {
        let router = router([
            (.get, "/"), (.get, "/coaches/{id}"), (.get, "/coaches/add"), (.post, "/coaches/{id}"),
            (.get, "/coaches/{id}/notes"), (.get, "/{a}/{b}/{c}"), (.delete, "/coaches/add/notes"),
        ])
        let expected: [(HTTPMethod, String, String)] = [
            (.get, "/", "/"), (.get, "/coaches/add", "/coaches/add"),
            (.get, "/coaches/17", "/coaches/{id} id=17"), (.head, "/coaches/add", "/coaches/add"),
            (.post, "/coaches/add", "/coaches/{id} id=add"),
            (.get, "/coaches/add/notes", "/coaches/{id}/notes id=add"),
            (.get, "/x/y/z", "/{a}/{b}/{c} a=x b=y c=z"),
            (.get, "/coaches/%7Bid%7D", "/coaches/{id} id={id}"),
            (.put, "/coaches/add", "405 GET, HEAD, POST"), (.put, "/x/y/z", "405 GET, HEAD"),
            (.get, "/nothing", "404 "), (.get, "/a/b/c/d", "404 "), (.get, "/coaches", "404 "),
            (.get, "/coaches/17/", "→ /coaches/17"), (.get, "/nothing/", "404 "),
            (.get, "/coaches/a%20%C3%BC/?x=%2F", "→ /coaches/a%20%C3%BC?x=%2F"),
        ]
        for (method, target, expectation) in expected {
            #expect(try result(router, method, target) == expectation, "\(method) \(target)")
        }
    }

    @Test func theTableCanBeRead() throws {
        let router = router([(.get, "/coaches/{id}/notes/{note}"), (.post, "/")])
        #expect(
            router.routes.map { "\($0.method) \($0.pattern)" } == [
                "GET /coaches/{id}/notes/{note}", "POST /",
            ])
        let pattern = router.routes[0].pattern
        #expect(pattern.parameterNames == ["id", "note"])
        #expect(pattern.path(["id": "a/b", "note": "ü"]) == "/coaches/a%2Fb/notes/%C3%BC")
        #expect(pattern.path(["id": "a"]) == nil)
        #expect(router.routes[1].pattern.path([:]) == "/")
        // What cannot be a segment of an address is refused again when it comes back.
        let path = try #require(pattern.path(["id": "a/b", "note": "c"]))
        #expect(throws: HTTPFailure.self) { try RequestTarget(path) }
    }

    @Test(
        "Mistakes in a table stop the program at its start",
        arguments: [
            "a", "/a/", "//", "/{}", "/{a", "/{a}/{a}", "/same",
        ])
    func mistakes(_ pattern: String) async {
        await #expect(processExitsWith: .failure) { [pattern] in
            var router = Router()
            router.get("/same") { _ in HTTPResponse() }
            router.get(pattern) { _ in HTTPResponse() }
        }
    }
}
