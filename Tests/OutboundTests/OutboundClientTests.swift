import Dispatch
import HTTP
import Synchronization
import Testing

@testable import Outbound

@Suite("Requests to other servers (N-117)")
struct OutboundClientTests {
    /// What a server was sent.
    private final class Requests: Sendable {
        private let list = Mutex<[(path: String, fields: HTTPFields, body: [UInt8])]>([])

        var all: [(path: String, fields: HTTPFields, body: [UInt8])] { list.withLock { $0 } }

        func add(_ request: HTTPRequest) {
            let body = request.body.collected
            list.withLock { $0.append((request.path, request.headers, body)) }
        }
    }

    private let requests = Requests()

    /// A server of this machine, and its port.
    private func serve() async throws -> (HTTPServer, UInt16) {
        var router = Router()
        router.add(.post, "/taken", body: .collected(bytesMax: 1_000)) { [requests] request in
            requests.add(request)
            return HTTPResponse(.noContent)
        }
        router.add(.post, "/elsewhere", body: .collected(bytesMax: 1_000)) { _ in
            .redirect(to: "/taken", .temporaryRedirect)
        }
        router.add(.post, "/long", body: .collected(bytesMax: 1_000)) { _ in
            HTTPResponse(body: .bytes([UInt8](repeating: 65, count: 1_000_000)))
        }
        router.add(.post, "/never", body: .collected(bytesMax: 1_000)) { _ in
            let (stream, continuation) = AsyncStream<Int>.makeStream()
            for await _ in stream {}
            continuation.finish()
            return HTTPResponse()
        }
        var configuration = HTTPServerConfiguration()
        configuration.port = 0
        configuration.hosts = nil
        let server = try HTTPServer(configuration, router: router)
        return (server, try await server.start())
    }

    /// A client that waits longer than a busy machine takes: the server's handlers wait for threads
    /// of Swift's pool, which other tests of this process may keep for a minute.
    private static var patient: OutboundClient {
        var client = OutboundClient()
        client.connectLimit = .seconds(600)
        client.limit = .seconds(600)
        return client
    }

    /// Sends from a thread that may wait: the server's handlers run on those of the tests.
    private func post(
        _ address: String, _ reach: OutboundClient.Reach = .privateHosts,
        fields: [(name: String, value: String)] = [],
        _ client: OutboundClient = Self.patient,
        goesOn: @escaping @Sendable () -> Bool = { true }
    ) async -> OutboundClient.Outcome {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    returning: client.post(
                        Array("{}".utf8), to: address, fields: fields, reach: reach,
                        goesOn: goesOn))
            }
        }
    }

    // N-117
    @Test func aRequestArrivesWithItsFields() async throws {
        let (server, port) = try await serve()
        let outcome = await post(
            "http://127.0.0.1:\(port)/taken?key=1", fields: [("webhook-id", "7")])
        #expect(outcome == .answered(204))
        let request = try #require(requests.all.first)
        #expect(request.body == Array("{}".utf8) && request.fields["webhook-id"] == "7")
        #expect(request.fields["expect"] == nil)
        await server.stop(within: .zero)
    }

    // N-117: this machine, by its number and by a name that leads to it.
    @Test(arguments: ["https://127.0.0.1", "https://localhost", "https://[::1]", "https://0.0.0.0"])
    func thisMachineIsNoPublicHost(origin: String) async throws {
        let (server, port) = try await serve()
        #expect(await post("\(origin):\(port)/taken", .publicHosts) == .forbidden)
        #expect(requests.all.isEmpty)
        await server.stop(within: .zero)
    }

    // N-117: without TLS nothing leaves private networks.
    @Test func anAddressWithoutTLSNeedsAPrivateHost() async throws {
        #expect(await post("http://192.0.2.1/", .privateHosts, Self.impatient) != .answered(200))
        #expect(await post("http://8.8.8.8/", .privateHosts, Self.impatient) == .forbidden)
        guard case .failed = await post("http://8.8.8.8/", .publicHosts, Self.impatient) else {
            Issue.record("http was not refused")
            return
        }
    }

    // N-117
    @Test func redirectionsAreNotFollowed() async throws {
        let (server, port) = try await serve()
        #expect(await post("http://127.0.0.1:\(port)/elsewhere") == .answered(307))
        #expect(requests.all.isEmpty)
        await server.stop(within: .zero)
    }

    // N-117: the status of an answer that is too long counts.
    @Test func aLongAnswerIsCutOff() async throws {
        let (server, port) = try await serve()
        #expect(await post("http://127.0.0.1:\(port)/long") == .answered(200))
        await server.stop(within: .zero)
    }

    // N-117
    @Test func aServerThatDoesNotAnswerIsLeft() async throws {
        let (server, port) = try await serve()
        let address = "http://127.0.0.1:\(port)/never"
        #expect(await post(address, .privateHosts, Self.impatient) == .failed(.timeout))
        #expect(await post(address, goesOn: { false }) == .failed(.stopped))
        await server.stop(within: .zero)
    }

    // N-117
    @Test func otherFailuresSayWhatTheyAre() async throws {
        // Nobody listens on port 1 (tcpmux); the port of a server that has ended may be another's.
        #expect(await post("http://127.0.0.1:1/taken") == .failed(.noConnection))
        #expect(await post("https://host.invalid/", .everyHost) == .failed(.unknownHost))
        guard case .failed(.other) = await post("file:///etc/passwd", .everyHost) else {
            Issue.record("another protocol was not refused")
            return
        }
    }

    private static var impatient: OutboundClient {
        var client = OutboundClient()
        client.connectLimit = .milliseconds(200)
        client.limit = .milliseconds(200)
        return client
    }
}
