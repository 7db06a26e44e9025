import Testing

@testable import HTTP

/// Bodies of responses that are written while they are sent.
@Suite(.timeLimit(.minutes(10))) struct StreamTests {
    @Test func sendsAStreamWithAndWithoutALength() async throws {
        try await withServer { router in
            router.get("/{count}") { request in
                let count = request.parameters["count"].flatMap { UInt64($0) }
                let stream = ResponseStream(byteCount: count) { writer in
                    for piece in ["ab", "", "cde"] { try await writer.write(Array(piece.utf8)) }
                }
                return HTTPResponse(body: .stream(stream))
            }
        } _: { port, _ in
            let client = try RawClient(port: port)
            for _ in 0..<2 {
                let known = try await client.request(head("GET /5"))
                #expect(known["content-length"] == "5" && known.text == "abcde")
                let unknown = try await client.request(head("GET /unknown"))
                #expect(unknown["transfer-encoding"] == "chunked" && unknown.text == "abcde")
            }
        }
    }

    @Test func aStreamOfTheWrongLengthBreaksTheConnection() async throws {
        struct Broken: Error {}
        try await withServer { router in
            router.get("/short") { _ in
                HTTPResponse(
                    body: .stream(ResponseStream(byteCount: 9) { try await $0.write([1]) }))
            }
            router.get("/error") { _ in
                let stream = ResponseStream { writer in
                    try await writer.write([1])
                    throw Broken()
                }
                return HTTPResponse(body: .stream(stream))
            }
        } _: { port, _ in
            for path in ["/short", "/error"] {
                let client = try RawClient(port: port)
                await #expect(throws: RawClient.Failure.self) {
                    try await client.request(head("GET \(path)"))
                }
            }
        }
    }

    @Test func sendsEventsAsTheyHappen() async throws {
        let gate = Gate()
        try await withServer { router in
            router.get("/") { request in
                let last = request.headers["Last-Event-ID"] ?? "none"
                return .events { events in
                    try await events.send(ServerSentEvent(id: "1", data: last))
                    await gate.pass()
                    try await events.send(ServerSentEvent(name: "change", data: "a\nb"))
                }
            }
        } _: { port, _ in
            let client = try RawClient(port: port)
            try await client.send(head("GET /", "Last-Event-ID: 17"))
            let first = try await client.read(until: "data: 17\n\n")
            #expect(first.contains("text/event-stream"))
            gate.open()
            _ = try await client.read(until: "event: change\ndata: a\ndata: b\n\n\r\n0\r\n\r\n")
        }
    }

    @Test func aSilentStreamIsKeptOpenByComments() async throws {
        try await withServer { router in
            router.get("/") { _ in
                .events(keepAlive: .milliseconds(100)) { _ in await Gate().pass() }
            }
        } _: { port, _ in
            let client = try RawClient(port: port)
            try await client.send(head("GET /"))
            for _ in 0..<3 { _ = try await client.read(until: ":\n\n") }
        }
    }

    @Test("F16: a client that does not read holds its writer back, and memory stays bounded")
    func slowReader() async throws {
        let size = 24 * 1_024 * 1_024
        let piece = [UInt8](repeating: 7, count: 16 * 1_024)
        try await withServer { router in
            router.get("/") { _ in
                let stream = ResponseStream(byteCount: UInt64(size)) { writer in
                    for _ in 0..<(size / piece.count) { try await writer.write(piece) }
                }
                return HTTPResponse(body: .stream(stream))
            }
            router.get("/other") { _ in HTTPResponse() }
        } _: { port, core in
            let client = try RawClient(port: port)
            try await client.send(head("GET /"))
            await until { await core.outgoing.waiters == 1 }
            let bytes = await core.outgoing.bytes
            #expect(bytes <= ResponseWriter.bufferBytesMax + piece.count)
            #expect(try await RawClient(port: port).request(head("GET /other")).status == 200)
            let response = try await client.response()
            #expect(response.body == [UInt8](repeating: 7, count: size))
        }
    }

    @Test func aClientThatGoesAwayEndsItsStream() async throws {
        let result = Box<String?>(nil)
        try await withServer { router in
            router.get("/") { _ in
                .events { events in
                    do {
                        while true {
                            try await events.send(ServerSentEvent(data: "a"))
                            await Task.yield()
                        }
                    } catch {
                        result.value = "\(type(of: error))"
                        throw error
                    }
                }
            }
        } _: { port, core in
            var client: RawClient? = try RawClient(port: port)
            try await client?.send(head("GET /"))
            _ = try await client?.read(until: "data: a\n\n")
            client = nil
            await until { result.value != nil }
            #expect(result.value == "CancellationError")
            await until { await core.connectionCount == 0 }
        }
    }

    @Test func aClientThatGoesAwayCancelsItsHandler() async throws {
        let began = Gate()
        let wasCancelled = Gate()
        try await withServer { router in
            router.get("/") { _ in
                await waitUntilCancelled(began, wasCancelled)
                try Task.checkCancellation()
                return HTTPResponse()
            }
        } _: { port, core in
            var client: RawClient? = try RawClient(port: port)
            try await client?.send(head("GET /"))
            await began.pass()
            client = nil
            await wasCancelled.pass()
            await until { await core.connectionCount == 0 }
        }
    }

    @Test func aHandlerThatTakesTooLongIsAnsweredFor() async throws {
        let wasCancelled = Gate()
        try await withServer { router in
            router.get("/", timeMax: .milliseconds(200)) { _ in
                await withTaskCancellationHandler {
                    await wasCancelled.pass()
                } onCancel: {
                    wasCancelled.open()
                }
                return HTTPResponse(text: "too late", type: "text/plain")
            }
        } _: { port, core in
            let client = try RawClient(port: port)
            for _ in 0..<2 {
                let response = try await client.request(head("GET /"))
                #expect(response.status == 504 || response.text == "too late")
            }
            await wasCancelled.pass()
            await until { await core.exchangeCount == 0 }
        }
    }
}
