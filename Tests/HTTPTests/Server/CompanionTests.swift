import Glibc
import Synchronization
import Testing

@testable import HTTP

/// The thread on which handlers run, and what else it waits for.
@Suite(.timeLimit(.minutes(10))) struct CompanionTests {
    /// A pipe whose bytes resume whoever waits for them.
    private final class Pipe: CompanionInput {
        private struct State {
            var waiter: CheckedContinuation<UInt8, Never>?
            var threads: Set<pthread_t> = []
        }

        let descriptors: [Int32]
        private let input: Int32
        private let state = Mutex(State())

        init() {
            var ends: [Int32] = [0, 0]
            unsafe pipe(&ends)
            _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
            descriptors = [ends[0]]
            input = ends[1]
        }

        deinit {
            close(descriptors[0])
            close(input)
        }

        var threads: Set<pthread_t> { state.withLock { $0.threads } }

        func next() async -> UInt8 {
            await withCheckedContinuation { continuation in
                state.withLock { $0.waiter = continuation }
            }
        }

        func write(_ byte: UInt8) {
            unsafe withUnsafeBytes(of: byte) { bytes in
                _ = unsafe Glibc.write(input, bytes.baseAddress, 1)
            }
        }

        func work(isReady: Bool) -> Int? {
            guard isReady else { return nil }
            state.withLock { state in
                state.threads.insert(pthread_self())
                var byte: UInt8 = 0
                guard state.waiter != nil, unsafe read(descriptors[0], &byte, 1) == 1 else {
                    return
                }
                state.waiter?.resume(returning: byte)
                state.waiter = nil
            }
            return nil
        }
    }

    @Test func aHandlerAndWhatItAwaitsRunOnTheServersThread() async throws {
        let pipe = Pipe()
        let threads = Mutex<[pthread_t]>([])
        try await withServer {
            $0.companion = pipe
        } routes: { router in
            router.get("/") { _ in
                threads.withLock { $0.append(pthread_self()) }
                pipe.write(7)
                let byte = await pipe.next()
                threads.withLock { $0.append(pthread_self()) }
                return HTTPResponse(text: "\(byte)", type: "text/plain")
            }
        } _: { port, _ in
            let client = try RawClient(port: port)
            for _ in 0..<50 { #expect(try await client.request(head("GET /")).text == "7") }
        }
        let seen = Set(threads.withLock { $0 })
        #expect(seen.count == 1)
        #expect(seen == pipe.threads)
    }

    @Test func handlersThatMayBlockRunElsewhere() async throws {
        let threads = Mutex<[String: pthread_t]>([:])
        @Sendable func note(_ name: String) {
            threads.withLock { $0[name] = pthread_self() }
        }
        try await withServer { router in
            router.get("/page") { _ in
                note("page")
                return HTTPResponse(text: "page", type: "text/plain")
            }
            router.post("/file", body: .streamed(bytesMax: 10)) { request in
                note("file")
                for try await _ in request.body {}
                return HTTPResponse(text: "stored", type: "text/plain")
            }
            router.get("/rows") { _ in
                HTTPResponse(
                    body: .stream(
                        ResponseStream { writer in
                            note("rows")
                            try await writer.write(Array("rows".utf8))
                        }))
            }
        } _: { port, _ in
            let client = try RawClient(port: port)
            #expect(try await client.request(head("GET /page")).text == "page")
            let upload = try await client.request(head("POST /file", "Content-Length: 3") + "abc")
            #expect(upload.text == "stored")
            #expect(try await client.request(head("GET /rows")).text == "rows")
        }
        let seen = threads.withLock { $0 }
        #expect(seen.count == 3)
        #expect(seen["file"] != seen["page"])
        #expect(seen["rows"] != seen["page"])
    }
}
