import Testing

@testable import HTTP

/// Bodies of requests over real sockets.
@Suite(.timeLimit(.minutes(10))) struct BodyTests {
    private static let limit = 1_000
    /// The paths that take bodies up to the limit.
    private static let limitedPaths = ["/collected", "/streamed"]

    private func routes(_ router: inout Router) {
        router.post("/collected", body: .collected(bytesMax: Self.limit)) { request in
            HTTPResponse(text: "\(request.body.collected.count)", type: "text/plain")
        }
        router.post("/streamed", body: .streamed(bytesMax: Self.limit)) { request in
            var count = 0
            for try await chunk in request.body { count += chunk.count }
            return HTTPResponse(text: "\(count)", type: "text/plain")
        }
        router.post("/unread", body: .streamed(bytesMax: 10_000_000)) { _ in
            throw HTTPFailure(.forbidden, "No.")
        }
        router.post("/none", body: .none) { _ in HTTPResponse() }
        router.get("/") { _ in HTTPResponse() }
    }

    private func bytes(_ count: Int) -> String { String(repeating: "a", count: count) }

    private func chunked(_ sizes: [Int]) -> String {
        sizes.map { "\(String($0, radix: 16))\r\n\(bytes($0))\r\n" }.joined() + "0\r\n\r\n"
    }

    @Test("F37: a body of the limit is taken, one byte more is not", arguments: limitedPaths)
    func limits(_ path: String) async throws {
        try await withServer(routes: routes) { port, _ in
            let client = try RawClient(port: port)
            for count in [0, 1, Self.limit] {
                let response = try await client.request(
                    head("POST \(path)", "Content-Length: \(count)") + bytes(count))
                #expect(response.status == 200 && response.text == "\(count)")
            }
            let encoding = "Transfer-Encoding: chunked"
            for sizes in [[], [1], [1, 2, 3], [Self.limit], [Self.limit - 1, 1]] {
                let response = try await client.request(
                    head("POST \(path)", encoding) + chunked(sizes))
                #expect(response.status == 200 && response.text == "\(sizes.reduce(0, +))")
            }
            for sizes in [[Self.limit + 1], [Self.limit, 1], [Self.limit, 1, 5_000]] {
                let response = try await RawClient(port: port).request(
                    head("POST \(path)", encoding) + chunked(sizes))
                #expect(response.status == 413, "\(sizes)")
            }
        }
    }

    @Test(
        "A body that is said to be too long is refused before its first byte",
        arguments: limitedPaths)
    func refusedByLength(_ path: String) async throws {
        try await withServer(routes: routes) { port, _ in
            let client = try RawClient(port: port)
            let response = try await client.request(
                head("POST \(path)", "Content-Length: \(Self.limit + 1)", "Expect: 100-continue"))
            #expect(response.status == 413 && response["connection"] == "close")
            let none = try await RawClient(port: port).request(
                head("POST /none", "Content-Length: 1"))
            #expect(none.status == 413)
            let empty = try await RawClient(port: port).request(
                head("POST /none", "Content-Length: 0"))
            #expect(empty.status == 200)
        }
    }

    @Test func aClientThatSendsAllTheSameGetsTheAnswer() async throws {
        try await withServer(routes: routes) { port, core in
            for path in ["/collected", "/streamed", "/none", "/nothing"] {
                let client = try RawClient(port: port)
                let size = 20 * 1_024 * 1_024
                try await client.send(head("POST \(path)", "Content-Length: \(size)"))
                let sent = try await client.send([UInt8](repeating: 1, count: size))
                let response = try await client.response()
                #expect(response.status == (path == "/nothing" ? 404 : 413))
                #expect(sent == size)
            }
            await until { await core.lingering.isEmpty }
        }
    }

    @Test func aClientThatIsThrownAwayForTooLongIsCut() async throws {
        try await withServer(routes: routes) { port, core in
            let client = try RawClient(port: port)
            let size = 4 * LingeringSocket.bytesMax
            try await client.send(head("POST /none", "Content-Length: \(size)"))
            let piece = [UInt8](repeating: 1, count: 1_024 * 1_024)
            var sent = 0
            while sent < size, try await client.send(piece) == piece.count { sent += piece.count }
            #expect(sent < size)
            await until { await core.lingering.isEmpty }
        }
    }

    @Test func aClientThatKeepsItsConnectionAfterTheAnswerIsCut() async throws {
        try await withServer { configuration in
            configuration.lingerTimeMax = .milliseconds(200)
        } routes: {
            routes(&$0)
        } _: { port, core in
            let client = try RawClient(port: port)
            let response = try await client.request(head("POST /none", "Content-Length: 9") + "a")
            #expect(response.status == 413)
            await until { await core.lingering.isEmpty }
        }
    }

    @Test func aWaitingClientIsToldToGoOnOnlyIfTheBodyIsRead() async throws {
        try await withServer(routes: routes) { port, _ in
            for path in ["/collected", "/streamed"] {
                let client = try RawClient(port: port)
                try await client.send(
                    head("POST \(path)", "Content-Length: 5", "Expect: 100-Continue"))
                #expect(
                    try await client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
                #expect(try await client.request("abcde").text == "5")
            }
            let client = try RawClient(port: port)
            let response = try await client.request(
                head("POST /unread", "Content-Length: 5", "Expect: 100-continue"))
            #expect(response.status == 403)
        }
    }

    @Test func anEndlessChunkedBodyIsCut() async throws {
        try await withServer(routes: routes) { port, core in
            for path in ["/collected", "/streamed"] {
                let client = try RawClient(port: port)
                try await client.send(head("POST \(path)", "Transfer-Encoding: chunked"))
                let chunk = "10000\r\n\(bytes(65_536))\r\n"
                var sent = 0
                while try await client.send(chunk) == chunk.utf8.count {
                    sent += 65_536
                    #expect(sent < 64 * ServerCore.discardBytesMax, "is never cut")
                    guard sent < 64 * ServerCore.discardBytesMax else { break }
                }
            }
            await until { await core.connectionCount == 0 }
            #expect(try await RawClient(port: port).request(head("GET /")).status == 200)
        }
    }

    @Test(
        "A client that does not end a refused body is forgotten", arguments: [true, false])
    func unendedBody(hangsUp: Bool) async throws {
        try await withServer { configuration in
            if !hangsUp { configuration.lingerTimeMax = .milliseconds(100) }
        } routes: {
            routes(&$0)
        } _: { port, core in
            var client: RawClient? = try RawClient(port: port)
            let half = "1000\r\n\(bytes(2_000))"
            try await client?.send(
                head("POST /collected", "Transfer-Encoding: chunked") + half)
            if hangsUp {
                await until { await core.connectionCount == 1 }
                client = nil
            }
            await until { await core.connectionCount == 0 }
            _ = client
        }
    }

    /// The server may see that they leave before or after it has read what they sent.
    @Test(
        "Clients that leave in the middle of a head or a body are forgotten",
        arguments: [
            "GET / HTTP/1.1\r\nHost: a", "\0\0\0\0\r\n\r\n",
            head("POST /collected", "Content-Length: 100") + "half",
            head("POST /collected", "Transfer-Encoding: chunked") + "ffffffffff\r\n",
        ])
    func unended(_ text: String) async throws {
        try await withServer(routes: routes) { port, core in
            var staying: RawClient? = try RawClient(port: port)
            try await staying?.send(text)
            await until { await core.connectionCount == 1 }
            for _ in 0..<20 {
                let leaving = try RawClient(port: port)
                try await leaving.send(text)
            }
            staying = nil
            // Connections are accepted in their order.
            let last = try RawClient(port: port)
            _ = try await last.request(head("GET /missing", "Connection: close"))
            await until { await core.connectionCount == 0 }
        }
    }

    @Test("F16: a handler that does not read holds its client back, and memory stays bounded")
    func backPressure() async throws {
        let gate = Gate()
        let size = 32 * 1_024 * 1_024
        try await withServer { router in
            router.post("/", body: .streamed(bytesMax: size)) { request in
                var count = 0
                for try await chunk in request.body {
                    #expect(chunk.count <= RequestBody.bufferBytesMax)
                    if count == 0 { await gate.pass() }
                    count += chunk.count
                }
                return HTTPResponse(text: "\(count)", type: "text/plain")
            }
        } _: { port, core in
            let client = try RawClient(port: port)
            try await client.send(head("POST /", "Content-Length: \(size)"))
            async let sent = client.send([UInt8](repeating: 1, count: size))
            await until {
                let (bytes, isSuspended) = await core.incoming
                return isSuspended && bytes == RequestBody.bufferBytesMax
            }
            gate.open()
            let count = try await sent
            #expect(count == size)
            #expect(try await client.response().text == "\(size)")
        }
    }

    @Test func aConnectionGoesOnAfterABodyThatWasNotRead() async throws {
        try await withServer { router in
            router.post("/", body: .streamed(bytesMax: 100_000)) { request in
                var iterator = request.body.makeAsyncIterator()
                _ = try await iterator.next()
                return HTTPResponse(text: "enough", type: "text/plain")
            }
        } _: { port, _ in
            let client = try RawClient(port: port)
            for _ in 0..<3 {
                let response = try await client.request(
                    head("POST /", "Content-Length: 100000") + bytes(100_000))
                #expect(response.text == "enough")
            }
        }
    }

    @Test func aClientThatGoesAwayWhileSendingEndsItsHandler() async throws {
        let result = Box<String?>(nil)
        try await withServer { router in
            router.post("/", body: .streamed(bytesMax: 1_000)) { request in
                do {
                    for try await _ in request.body {}
                } catch {
                    result.value = "\(type(of: error))"
                }
                return HTTPResponse()
            }
        } _: { port, core in
            var client: RawClient? = try RawClient(port: port)
            try await client?.send(head("POST /", "Content-Length: 1000") + bytes(10))
            await until { await core.exchangeCount == 1 }
            client = nil
            await until { result.value != nil }
            #expect(result.value == "CancellationError")
            await until { await core.connectionCount == 0 }
        }
    }

    /// IA-63: the handler reads when its client is gone already.
    @Test(
        "A request that was sent as a whole is done, whoever leaves",
        arguments: [
            BodyPolicy.collected(bytesMax: 30_000), .streamed(bytesMax: 30_000),
        ], [1, 30_000])
    func leavesAfterSending(body: BodyPolicy, size: Int) async throws {
        let result = Box<String?>(nil)
        let (began, gate) = (Gate(), Gate())
        try await withServer { router in
            router.post("/", body: body) { request in
                began.open()
                await gate.pass()
                var count = 0
                for try await chunk in request.body { count += chunk.count }
                result.value = "\(count) \(Task.isCancelled)"
                return HTTPResponse()
            }
        } _: { port, core in
            var client: RawClient? = try RawClient(port: port)
            try await client?.send(head("POST /", "Content-Length: \(size)") + bytes(size))
            await began.pass()
            client = nil
            await until { await core.hasLostPeer }
            gate.open()
            await until { result.value != nil }
            #expect(result.value == "\(size) false")
            await until { await core.connectionCount == 0 }
        }
    }

    @Test("A request that changes nothing ends with its client, whatever its method")
    func leavesWhatChangesNothing() async throws {
        let result = Box<Bool?>(nil)
        let began = Gate()
        try await withServer { router in
            router.post("/", body: .streamed(bytesMax: 9), changesNothing: true) { request in
                for try await _ in request.body {}
                began.open()
                // Ends with the cancellation only.
                for await _ in AsyncStream<Void>(unfolding: { await Task.yield() })
                where Task.isCancelled { break }
                result.value = Task.isCancelled
                return HTTPResponse()
            }
        } _: { port, core in
            var client: RawClient? = try RawClient(port: port)
            try await client?.send(head("POST /", "Content-Length: 9") + bytes(9))
            await began.pass()
            client = nil
            await until { result.value != nil }
            #expect(result.value == true)
            await until { await core.connectionCount == 0 }
        }
    }

    @Test("A body that comes too slowly is cut")
    func slowBody() async throws {
        try await withServer { router in
            for (path, body) in [
                ("/c", BodyPolicy.collected(bytesMax: 9)), ("/s", .streamed(bytesMax: 9)),
            ] {
                router.post(path, body: body, timeMax: .milliseconds(200)) { request in
                    for try await _ in request.body {}
                    return HTTPResponse()
                }
            }
        } _: { port, core in
            for path in ["/c", "/s"] {
                let client = try RawClient(port: port)
                try await client.send(head("POST \(path)", "Content-Length: 9") + "abc")
                let rest = String(decoding: try await client.rest(), as: UTF8.self)
                // The answer is possible only until the handler has asked for the body.
                #expect(rest == "" || rest.hasPrefix("HTTP/1.1 504 "))
            }
            await until { await core.exchangeCount == 0 }
        }
    }

    @Test func readsAFormWithFilesAsItArrives() async throws {
        try await withServer { router in
            router.post("/", body: .streamed(bytesMax: 10_000_000)) { request in
                var reader = try request.multipart()
                var lines: [String] = []
                while let part = try await reader.nextPart() {
                    var count = 0
                    while let chunk = try await reader.nextChunk() { count += chunk.count }
                    lines.append("\(part.name) \(part.fileName ?? "-") \(count)")
                }
                return HTTPResponse(text: lines.joined(separator: ", "), type: "text/plain")
            }
        } _: { port, _ in
            let file = bytes(1_000_000)
            let body =
                "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n"
                + "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"r.pdf\"\r\n"
                + "Content-Type: application/pdf\r\n\r\n\(file)\r\n--B--\r\n"
            let response = try await RawClient(port: port).request(
                head(
                    "POST /", "Content-Type: multipart/form-data; boundary=B",
                    "Content-Length: \(body.utf8.count)") + body)
            #expect(response.text == "a - 1, f r.pdf 1000000")
        }
    }
}
