import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(10))) struct ServerTests {
    private func answers(_ text: String) -> Route.Handler {
        { _ in HTTPResponse(text: text, type: "text/plain") }
    }

    @Test func answersSeveralRequestsOnOneConnection() async throws {
        try await withServer { router in
            router.get("/coaches/{id}") { request in
                let names = request.query.values("q").joined(separator: "+")
                let cookie = request.cookies["session"] ?? "-"
                return HTTPResponse(
                    text: "\(request.parameters["id"] ?? "") \(names) \(cookie) \(request.host)",
                    type: "text/plain")
            }
        } _: { port, _ in
            let client = try RawClient(port: port)
            for _ in 0..<3 {
                let response = try await client.request(
                    head("GET /coaches/J%C3%BCrgen%20K?q=a+b&q=%26", "Cookie: session=abc"))
                #expect(response.status == 200)
                #expect(response.text == "Jürgen K a b+& abc localhost")
                #expect(response["date"] != nil && response["connection"] == nil)
            }
        }
    }

    @Test func answersPipelinedRequestsInOrder() async throws {
        try await withServer { router in
            router.get("/{name}") { request in
                HTTPResponse(text: request.path, type: "text/plain")
            }
        } _: { port, _ in
            let client = try RawClient(port: port)
            try await client.send(head("GET /a") + head("GET /b") + head("GET /c"))
            for expected in ["/a", "/b", "/c"] {
                #expect(try await client.response().text == expected)
            }
        }
    }

    @Test func answersHeadWithTheLengthAndNoBody() async throws {
        try await withServer { router in
            router.get("/page", answers("12345"))
            router.get("/stream") { _ in
                HTTPResponse(body: .stream(ResponseStream(byteCount: 7) { _ in }))
            }
        } _: { port, _ in
            let client = try RawClient(port: port)
            let page = try await client.request(head("HEAD /page"), isHead: true)
            #expect(page.status == 200 && page["content-length"] == "5")
            let stream = try await client.request(head("HEAD /stream"), isHead: true)
            #expect(stream.status == 200 && stream["content-length"] == "7")
            #expect(try await client.request(head("GET /page")).text == "12345")
        }
    }

    @Test("S63: a method outside the table is answered with 405 and the allowed ones")
    func methodsOutsideTheTable() async throws {
        try await withServer { router in
            router.get("/a", answers("a"))
            router.post("/a", answers("a"))
        } _: { port, _ in
            let client = try RawClient(port: port)
            for method in ["PUT", "TRACE", "OPTIONS", "CONNECT", "get", "BREW"] {
                let response = try await client.request(head("\(method) /a"))
                #expect(response.status == 405, "\(method)")
                #expect(response["allow"] == "GET, HEAD, POST")
            }
            #expect(try await client.request(head("GET /b")).status == 404)
        }
    }

    @Test func redirectsReadsWithATrailingSlash() async throws {
        try await withServer { router in
            router.get("/coaches/{id}", answers("a"))
            router.post("/coaches", answers("b"))
        } _: { port, _ in
            let client = try RawClient(port: port)
            let response = try await client.request(head("GET /coaches/a%20b/?x=%20"))
            #expect(response.status == 308 && response["location"] == "/coaches/a%20b?x=%20")
            #expect(try await client.request(head("GET /coaches/?x")).status == 405)
            #expect(try await client.request(head("POST /coaches/")).status == 404)
        }
    }

    @Test func addsCommonHeadersUnlessTheResponseHasItsOwn() async throws {
        try await withServer { configuration in
            configuration.commonHeaders = ["X-A": "common", "X-B": "common"]
        } routes: { router in
            router.get("/") { _ in HTTPResponse(headers: ["x-b": "own"]) }
        } _: { port, _ in
            let client = try RawClient(port: port)
            let response = try await client.request(head("GET /"))
            #expect(response["x-a"] == "common" && response["x-b"] == "own")
            #expect(response.headers.count { $0.name == "x-b" } == 1)
            #expect(try await client.request(head("GET /no"))["x-a"] == "common")
        }
    }

    @Test("S55: an error of a handler is told to the observer, not to the client")
    func errorsStayInside() async throws {
        struct Broken: Error {}
        let signals = Box<[String]>([])
        try await withServer { configuration in
            configuration.observe = { signal in
                if case .handlerFailed(_, let route, let error) = signal {
                    signals.update { $0.append("\(route) \(error)") }
                }
            }
        } routes: { router in
            router.get("/error") { _ in throw Broken() }
            router.get("/failure") { _ in throw HTTPFailure(.conflict, "Taken.") }
            router.get("/split") { _ in HTTPResponse(headers: ["X-Name": "a\r\nSet-Cookie: b=c"]) }
            router.get("/length") { _ in HTTPResponse(headers: ["content-length": "3"]) }
            router.get("/status") { _ in HTTPResponse(HTTPStatus(rawValue: 99)) }
        } _: { port, _ in
            let client = try RawClient(port: port)
            let error = try await client.request(head("GET /error"))
            #expect(error.status == 500 && !error.text.contains("Broken"))
            let failure = try await client.request(head("GET /failure"))
            #expect(failure.status == 409 && failure.text == "Taken.\n")
            for path in ["/split", "/length", "/status"] {
                let response = try await client.request(head("GET \(path)"))
                #expect(response.status == 500 && response["set-cookie"] == nil)
            }
        }
        #expect(signals.value.count == 4 && signals.value.first == "/error Broken()")
    }

    @Test func failuresAreShownOnAPageOfTheUser() async throws {
        try await withServer { configuration in
            configuration.failurePage = { failure, request in
                HTTPResponse(text: "\(failure.status) \(request.target ?? "-")", type: "text/html")
            }
        } routes: { _ in
        } _: { port, _ in
            let response = try await RawClient(port: port).request(head("GET /nothing?x=1"))
            #expect(response.status == 404 && response.text == "404 /nothing?x=1")
        }
    }

    @Test func observesEachAnswerByItsRoute() async throws {
        let lines = Box<[String]>([])
        try await withServer { configuration in
            configuration.observe = { signal in
                guard case .answered(let answer) = signal else { return }
                lines.update {
                    $0.append("\(answer.method?.rawValue ?? "") \(answer.route) \(answer.status)")
                }
            }
        } routes: { router in
            router.get("/coaches/{id}", answers("a"))
        } _: { port, core in
            let client = try RawClient(port: port)
            _ = try await client.request(head("GET /coaches/17"))
            _ = try await client.request(head("GET /other"))
            await until { await core.exchangeCount == 0 }
        }
        #expect(lines.value == ["GET /coaches/{id} 200", "GET  404"])
    }

    @Test("S62: only a trusted proxy is believed about the client")
    func forwardedFields() async throws {
        let fields = [
            "X-Forwarded-For: 10.0.0.1, 203.0.113.9", "X-Forwarded-Proto: https",
            "X-Request-Id: abc-1",
        ].joined(separator: "\r\n")
        for isTrusted in [false, true] {
            try await withServer { configuration in
                configuration.trustedProxies = isTrusted ? ["127.0.0.1"] : ["192.0.2.1"]
            } routes: { router in
                router.get("/") { request in
                    HTTPResponse(
                        text: "\(request.origin.address) \(request.origin.isSecure) \(request.id)",
                        type: "text/plain")
                }
            } _: { port, _ in
                let text = try await RawClient(port: port).request(head("GET /", fields)).text
                if isTrusted {
                    #expect(text == "203.0.113.9 true abc-1")
                } else {
                    #expect(text.hasPrefix("127.0.0.1 false ") && !text.hasSuffix("abc-1"))
                }
            }
        }
    }

    @Test("S62: a host outside the list is refused")
    func hosts() async throws {
        try await withServer { configuration in
            configuration.hosts = ["compass.test", "[::1]"]
        } routes: { router in
            router.get("/", answers("a"))
        } _: { port, _ in
            let expected = [
                ("Host: compass.test", 200), ("Host: COMPASS.test:8080", 200),
                ("Host: [::1]:1", 200),
                ("Host: localhost", 421), ("Host: compass.test.evil", 421), ("Host: ", 400),
                ("Host: a b", 400), ("Host: compass.test:x", 400), ("Host: compass.test@evil", 400),
                ("Host: compass.test\r\nHost: compass.test", 400), ("X: y", 400),
            ]
            for (field, status) in expected {
                let response = try await RawClient(port: port)
                    .request("GET / HTTP/1.1\r\n\(field)\r\n\r\n")
                #expect(response.status == status, "\(field)")
            }
        }
    }

    @Test func sendsFilesAndRangesOfThem() async throws {
        let path = try TemporaryFile(Array("0123456789".utf8))
        try await withServer { router in
            router.get("/file") { request in
                try .file(
                    FileRange(path: path.path), type: "text/plain", tag: EntityTag("v1"),
                    for: request)
            }
        } _: { port, _ in
            let client = try RawClient(port: port)
            let whole = try await client.request(head("GET /file"))
            #expect(whole.status == 200 && whole.text == "0123456789")
            #expect(whole["accept-ranges"] == "bytes" && whole["etag"] == "\"v1\"")
            let part = try await client.request(head("GET /file", "Range: bytes=2-4"))
            #expect(part.status == 206 && part.text == "234")
            #expect(part["content-range"] == "bytes 2-4/10" && part["content-length"] == "3")
            let changed = try await client.request(
                head("GET /file", "Range: bytes=2-4", "If-Range: \"v0\""))
            #expect(changed.status == 200 && changed.text == "0123456789")
            let beyond = try await client.request(head("GET /file", "Range: bytes=10-"))
            #expect(beyond.status == 416 && beyond["content-range"] == "bytes */10")
        }
    }

    @Test func refusesToStartOnWhatItCannotUse() async throws {
        try await withServer { _ in
        } _: { port, core in
            await #expect(throws: HTTPServerError.self) { try await core.start() }
            for (address, port) in [("127.0.0.1", port), ("localhost", 0), ("", 0)] {
                var configuration = HTTPServerConfiguration()
                configuration.address = address
                configuration.port = port
                let second = try HTTPServer(configuration, router: Router())
                await #expect(throws: HTTPServerError.self) { try await second.start() }
                await second.stop()
            }
            var configuration = HTTPServerConfiguration()
            configuration.port = 0
            configuration.certificate = .init(chain: "no", privateKey: "certificate")
            let second = try HTTPServer(configuration, router: Router())
            await #expect(throws: HTTPServerError.self) { try await second.start() }
        }
    }

    @Test func listensOnIPv6() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.port = 0
        configuration.address = "::1"
        let server = try HTTPServer(configuration, router: Router())
        #expect(try await server.start() > 0)
        await server.stop()
    }
}
