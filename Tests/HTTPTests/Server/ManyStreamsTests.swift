import Glibc
import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(10))) struct ManyStreamsTests {
    @Test("S70: a thousand open streams cost no thread and at most 64 KiB each")
    func thousandStreams() async {
        // In a process of its own: other tests need memory and threads as well.
        await #expect(processExitsWith: .success) { try await Self.measure() }
    }

    private static func measure() async throws {
        let count = 1_000
        try raiseDescriptorLimit(to: 4_096)
        let writers = Box<[EventWriter]>([])
        try await withServer { configuration in
            configuration.connectionsPerAddressMax = count
        } routes: { router in
            router.get("/page") { _ in
                HTTPResponse(body: .bytes([UInt8](repeating: 1, count: 9_000)))
            }
            router.get("/events") { _ in
                .events { events in
                    writers.update { $0.append(events) }
                    await Gate().pass()
                }
            }
        } _: { port, core in
            let threads = try processStatus("Threads:")
            let before = try processStatus("RssAnon:")
            var clients: [RawClient] = []
            for _ in 0..<count {
                let client = try RawClient(port: port)
                // A browser opens the stream on the connection that has brought the page.
                #expect(try await client.request(head("GET /page")).status == 200)
                try await client.send(head("GET /events"))
                clients.append(client)
            }
            await until { await core.outgoing.suspended == count }
            for writer in writers.value { try await writer.send(ServerSentEvent(data: "hello")) }
            for client in clients { _ = try await client.read(until: "data: hello\n\n") }
            await until { await core.outgoing.suspended == count }
            let after = try processStatus("RssAnon:")
            #expect(after - before <= 64 * count, "\(after - before) KiB")
            // Those of Dispatch, which run the clients, come and go.
            let more = try processStatus("Threads:") - threads
            #expect(more < 100, "\(more) threads")
        }
    }

    private static func raiseDescriptorLimit(to count: rlim_t) throws {
        var limit = rlimit()
        unsafe getrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit)
        limit.rlim_cur = min(max(limit.rlim_cur, count), limit.rlim_max)
        unsafe setrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit)
    }

    /// A number of /proc/self/status.
    private static func processStatus(_ name: String) throws -> Int {
        let descriptor = unsafe open("/proc/self/status", O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 8_192)
        let count = unsafe read(descriptor, &buffer, buffer.count)
        let line = String(decoding: buffer[..<max(0, count)], as: UTF8.self)
            .split(separator: "\n").first { $0.hasPrefix(name) }
        guard let number = line?.split(whereSeparator: \.isWhitespace).dropFirst().first,
            let value = Int(number)
        else { throw RawClient.Failure(what: "no \(name)") }
        return value
    }
}
