import Testing

@testable import HTTP

/// What an intermediary may understand differently is refused, over real sockets.
@Suite(.timeLimit(.minutes(10))) struct StrictnessTests {
    /// A broken request, and the status of the answer.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let request: String
        let status: Int

        init(_ name: String, _ request: String, _ status: Int) {
            self.name = name
            self.request = request
            self.status = status
        }

        var testDescription: String { name }
    }

    private static func get(_ lines: String) -> String {
        "GET / HTTP/1.1\r\nHost: localhost\r\n\(lines)\r\n"
    }

    private static func post(_ lines: String, _ body: String = "") -> String {
        "POST / HTTP/1.1\r\nHost: localhost\r\n\(lines)\r\n\(body)"
    }

    static let cases: [Case] = [
        Case(
            "both lengths",
            post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"), 400),
        Case(
            "both lengths, other order",
            post("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n"), 400),
        Case("two lengths", post("Content-Length: 4\r\nContent-Length: 5\r\n", "abcd"), 400),
        Case("two equal lengths", post("Content-Length: 4\r\nContent-Length: 4\r\n", "abcd"), 400),
        Case("two lengths in one field", post("Content-Length: 4, 4\r\n", "abcd"), 400),
        Case("negative length", post("Content-Length: -1\r\n"), 400),
        Case("signed length", post("Content-Length: +4\r\n", "abcd"), 400),
        Case("hexadecimal length", post("Content-Length: 0x4\r\n", "abcd"), 400),
        Case("empty length", post("Content-Length: \r\n"), 400),
        Case("length of 19 digits", post("Content-Length: 1000000000000000000\r\n"), 400),
        Case("length beyond 64 bits", post("Content-Length: 99999999999999999999999\r\n"), 413),
        Case(
            "two encodings",
            post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"), 400),
        Case("unknown encoding", post("Transfer-Encoding: gzip\r\n"), 501),
        Case("encoding list", post("Transfer-Encoding: gzip, chunked\r\n"), 501),
        Case("encoding in quotes", post("Transfer-Encoding: \"chunked\"\r\n"), 501),
        Case(
            "encoding for HTTP/1.0",
            "POST / HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            400),
        Case(
            "chunk size that is no number",
            post("Transfer-Encoding: chunked\r\n", "xyz\r\nabc\r\n0\r\n\r\n"), 400),
        Case("unknown expectation", post("Expect: tea\r\nContent-Length: 1\r\n"), 417),
        Case("folded line", get("X: a\r\n b\r\n"), 400),
        Case("folded line with a tab", get("X: a\r\n\tb\r\n"), 400),
        Case("first line folded", "GET / HTTP/1.1\r\n Host: localhost\r\n\r\n", 400),
        Case("bare LF after a field", get("X: a\n"), 400),
        Case("bare LF after the first line", "GET / HTTP/1.1\nHost: localhost\r\n\r\n", 400),
        Case("bare LF as the empty line", "GET / HTTP/1.1\r\nHost: localhost\r\n\n", 400),
        Case("bare LF hiding a field", get("X: a\nContent-Length: 5\r\n"), 400),
        Case("bare CR", get("X: a\rY: b\r\n"), 400),
        Case("NUL in a value", get("X: a\0b\r\n"), 400),
        Case("NUL hiding a field", get("X: a\0\0Y\0b\r\n"), 400),
        Case("NUL in a name", get("X\0Y: b\r\n"), 400),
        Case("NUL in the address", "GET /\0a HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        Case(
            "NUL in the address hiding fields",
            "GET /\0HTTP/1.1\0\0Host\0localhost\0\0X\0 HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        Case("control character", get("X: a\u{1}b\r\n"), 400),
        Case("blank before the colon", get("X : a\r\n"), 400),
        Case("blank in the name", get("X Y: a\r\n"), 400),
        Case("no colon", get("X\r\n"), 400),
        Case("no name", get(": a\r\n"), 400),
        Case("two blanks after the method", "GET  / HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        Case("two blanks before the version", "GET /  HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        Case("method that is no token", "G(T / HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        Case("absolute address", "GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        Case("address without slash", "GET a HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        Case("address with a fragment", "GET /#a HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        Case("address that is not ASCII", "GET /ü HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        Case("HTTP/1.2", "GET / HTTP/1.2\r\nHost: localhost\r\n\r\n", 505),
        Case("HTTP/2.0", "GET / HTTP/2.0\r\nHost: localhost\r\n\r\n", 505),
        Case("HTTP/0.9 with a version", "GET / HTTP/0.9\r\nHost: localhost\r\n\r\n", 505),
        Case("small letters in the version", "GET / http/1.1\r\nHost: localhost\r\n\r\n", 400),
        Case("no host", "GET / HTTP/1.1\r\n\r\n", 400),
        Case(
            "body where there is none",
            "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\na", 413),
    ]

    @Test("S61: a broken request is refused, and nothing behind it is read", arguments: cases)
    func brokenRequest(_ test: Case) async throws {
        let handled = Box(0)
        try await withServer { router in
            router.get("/") { _ in
                handled.update { $0 += 1 }
                return HTTPResponse()
            }
            router.post("/", body: .collected(bytesMax: 100)) { _ in
                handled.update { $0 += 1 }
                return HTTPResponse()
            }
        } _: { port, _ in
            let client = try RawClient(port: port)
            // What follows would be answered if the connection stayed.
            try await client.send(test.request + head("GET /"))
            let response = try await client.response()
            #expect(response.status == test.status)
            #expect(response["connection"] == "close")
            // libmicrohttpd writes the head of its own answer twice if the length is malformed.
            let rest = String(decoding: try await client.rest(), as: UTF8.self)
            #expect(rest.isEmpty || test.name.contains("length"), "\(rest)")
        }
        #expect(handled.value == 0)
    }

    @Test("S61: lines, fields and heads have limits")
    func headLimits() async throws {
        try await withServer { router in
            router.get("/") { request in
                HTTPResponse(text: "\(request.headers.all.count)", type: "text/plain")
            }
        } _: { port, _ in
            func line(_ count: Int) -> String {
                "X: " + String(repeating: "a", count: count - 5) + "\r\n"
            }
            func target(_ count: Int) -> String {
                let line = "GET /? HTTP/1.1\r\n".utf8.count
                return "GET /?" + String(repeating: "a", count: count - line)
                    + " HTTP/1.1\r\nHost: localhost\r\n\r\n"
            }
            let fields = (1..<RequestHead.fieldsMax).map { "X-\($0): a\r\n" }.joined()
            func large(_ count: Int) -> String {
                let rest = count - Self.get("").utf8.count
                let whole = 4 * 1_024
                let lines = String(repeating: line(whole), count: rest / whole - 1)
                return Self.get(lines + line(rest - (rest / whole - 1) * whole))
            }
            #expect(large(RequestHead.bytesMax).utf8.count == RequestHead.bytesMax)
            let requests = [
                (Self.get(line(RequestHead.lineBytesMax)), 200),
                (Self.get(line(RequestHead.lineBytesMax + 1)), 431),
                (target(RequestHead.lineBytesMax), 200),
                (target(RequestHead.lineBytesMax + 1), 414),
                (Self.get(fields), 200),
                (Self.get(fields + "Y: a\r\n"), 431),
                (large(RequestHead.bytesMax), 200),
                (large(RequestHead.bytesMax + 1), 431),
            ]
            for (request, status) in requests {
                let response = try await RawClient(port: port).request(request)
                #expect(response.status == status)
            }
        }
    }

    @Test("S61: a head without end is cut")
    func endlessHead() async throws {
        try await withServer { router in
            router.get("/") { _ in HTTPResponse() }
        } _: { port, _ in
            for text in ["X: a\r\n", "a"] {
                let client = try RawClient(port: port)
                let endless = "GET / HTTP/1.1\r\n" + String(repeating: text, count: 1_048_576)
                async let sent = client.send(endless)
                let answer = String(decoding: try await client.rest(), as: UTF8.self)
                #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 431 "))
                let count = try await sent
                #expect(count < endless.utf8.count || !answer.isEmpty)
            }
            #expect(try await RawClient(port: port).request(head("GET /")).status == 200)
        }
    }

    @Test("S61: a client that sends its head slowly is cut after the time for heads")
    func slowHead() async throws {
        try await withEmptyPage { configuration in
            configuration.headTimeMax = .milliseconds(300)
        } _: { port, _ in
            for beginning in ["", "G", "GET / HTTP/1.1\r\nHost: local"] {
                // The server's time begins with the connection.
                let began = ContinuousClock.now
                let client = try RawClient(port: port)
                try await client.send(beginning)
                #expect(try await client.rest().isEmpty)
                #expect(ContinuousClock.now - began >= .milliseconds(250))
            }
        }
    }

    @Test("S61: one byte after the other does not make the time for heads longer")
    func drippedHead() async throws {
        try await withEmptyPage { configuration in
            configuration.headTimeMax = .milliseconds(300)
        } _: { port, _ in
            let client = try RawClient(port: port)
            // Sends until the server has closed: without a limit, this does not end.
            try await client.send("GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
            while try await client.send("a") == 1 { await Task.yield() }
        }
    }

    @Test func idleConnectionsAreClosed() async throws {
        try await withEmptyPage { configuration in
            configuration.idleTimeMax = .seconds(1)
        } _: { port, core in
            // Silent from the beginning, or in the middle of a head.
            for beginning in ["", "GET / HTTP/1.1\r\n"] {
                let client = try RawClient(port: port)
                try await client.send(beginning)
                #expect(try await client.rest().isEmpty)
            }
            await until { await core.connectionCount == 0 }
        }
    }

    @Test func anAddressHasALimitedNumberOfConnections() async throws {
        try await withEmptyPage { configuration in
            configuration.connectionsPerAddressMax = 3
        } _: { port, core in
            var clients: [RawClient] = []
            for _ in 0..<3 {
                let client = try RawClient(port: port)
                #expect(try await client.request(head("GET /")).status == 200)
                clients.append(client)
            }
            let further = try RawClient(port: port)
            #expect(try await further.rest().isEmpty)
            clients.removeFirst()
            await until { await core.connectionCount == 2 }
            #expect(try await RawClient(port: port).request(head("GET /")).status == 200)
        }
    }

    @Test func connectionsBeyondTheKeptOnesAreClosedAfterTheirAnswer() async throws {
        try await withEmptyPage { configuration in
            configuration.keptConnectionsMax = 0
        } _: { port, _ in
            let first = try RawClient(port: port)
            #expect(try await first.request(head("GET /"))["connection"] == nil)
            let second = try RawClient(port: port)
            #expect(try await second.request(head("GET /"))["connection"] == "close")
            #expect(try await second.rest().isEmpty)
        }
    }
}
