import Support
import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(10))) struct StopTests {
    private func server(_ routes: (inout Router) -> Void) async throws -> (ServerCore, UInt16) {
        var configuration = HTTPServerConfiguration()
        configuration.port = 0
        configuration.headTimeMax = patience
        var router = Router(timeMax: patience)
        routes(&router)
        let core = try ServerCore(configuration, router: router)
        return (core, try await core.start())
    }

    /// A server whose handler opens one gate, and answers when the other one is open.
    private func server(
        _ began: Gate, _ gate: Gate, _ answer: @escaping @Sendable () -> HTTPResponse
    ) async throws -> (ServerCore, UInt16) {
        try await server { router in
            router.get("/") { _ in
                began.open()
                await gate.pass()
                return answer()
            }
        }
    }

    @Test func aRequestUnderWayIsAnsweredAndNewOnesAreRefused() async throws {
        let began = Gate()
        let gate = Gate()
        let (core, port) = try await server(began, gate) {
            HTTPResponse(text: "done", type: "text/plain")
        }
        let idle = try RawClient(port: port)
        let client = try RawClient(port: port)
        try await client.send(head("GET /"))
        await began.pass()
        async let stopped: Void = core.stop(within: patience)
        await until { await core.isStopping }
        #expect(try await idle.rest().isEmpty)
        #expect(throws: LoopbackSocket.Failure.self) { try RawClient(port: port) }
        gate.open()
        let response = try await client.response()
        #expect(response.text == "done" && response["connection"] == "close")
        await stopped
        #expect(await core.connectionCount == 0)
    }

    @Test(
        "Heads that are not complete hold no stop up",
        arguments: ["", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: a", "\0\0\0\0\r\n\r\n"])
    func unendedHead(_ text: String) async throws {
        let (core, port) = try await server { _ in }
        let client = try RawClient(port: port)
        try await client.send(text)
        await until { await core.connectionCount == 1 }
        await core.stop(within: patience)
        #expect(try await client.rest().isEmpty)
    }

    @Test func whatTakesTooLongIsCancelled() async throws {
        let began = Gate()
        let wasCancelled = Gate()
        let (core, port) = try await server { router in
            router.get("/") { _ in
                await waitUntilCancelled(began, wasCancelled)
                return HTTPResponse()
            }
        }
        let client = try RawClient(port: port)
        try await client.send(head("GET /"))
        await began.pass()
        await core.stop(within: .milliseconds(100))
        #expect(try await client.rest().isEmpty)
        await wasCancelled.pass()
    }

    @Test func streamsEndAtOnce() async throws {
        let (core, port) = try await server { router in
            router.get("/") { _ in
                .events { events in
                    try await events.send(ServerSentEvent(data: "a"))
                    await Gate().pass()
                }
            }
        }
        let client = try RawClient(port: port)
        try await client.send(head("GET /"))
        _ = try await client.read(until: "data: a\n\n")
        await core.stop(within: patience)
        _ = try await client.rest()
    }

    /// The handler was at work when the stop began.
    @Test func streamsDoNotBeginDuringAStop() async throws {
        let began = Gate()
        let gate = Gate()
        let (core, port) = try await server(began, gate) {
            .events { _ in await Gate().pass() }
        }
        let client = try RawClient(port: port)
        try await client.send(head("GET /"))
        await began.pass()
        async let stopped: Void = core.stop(within: patience)
        await until { await core.isStopping }
        gate.open()
        await stopped
        _ = try await client.rest()
    }

    @Test func bodiesAndSlowReadersDoNotKeepAServer() async throws {
        let (core, port) = try await server { router in
            router.post("/", body: .streamed(bytesMax: 1_000)) { request in
                for try await _ in request.body {}
                return HTTPResponse()
            }
            router.get("/") { _ in
                HTTPResponse(
                    body: .stream(
                        ResponseStream { writer in
                            while true {
                                try await writer.write([UInt8](repeating: 1, count: 65_536))
                            }
                        }))
            }
        }
        let sender = try RawClient(port: port)
        try await sender.send(head("POST /", "Content-Length: 1000") + "abc")
        let reader = try RawClient(port: port)
        try await reader.send(head("GET /"))
        await until { await core.outgoing.waiters == 1 }
        await core.stop(within: .milliseconds(1))
        #expect(await core.connectionCount == 0)
        await core.stop(within: .zero)
    }

    @Test func stopsWhileRequestsRun() async throws {
        for _ in 0..<20 {
            let (core, port) = try await server { router in
                router.get("/") { _ in HTTPResponse(text: "a", type: "text/plain") }
            }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        guard let client = try? RawClient(port: port) else { return }
                        while (try? await client.request(head("GET /")))?.status == 200 {}
                    }
                }
                await until { await core.connectionCount > 1 }
                await core.stop(within: patience)
            }
        }
    }

    @Test func aServerThatNeverStartedCanStop() async throws {
        let server = try HTTPServer(HTTPServerConfiguration(), router: Router())
        await server.stop()
        await #expect(throws: HTTPServerError.self) { try await server.start() }
    }
}
