import Contracts
import Foundation
import Glibc
import HTTP
import ServiceKit
import Support
import Synchronization
import Testing

@testable import Web

@Suite("A server as a component") struct ListenerTests {
    /// How many seconds a test waits for bytes at most, also on a busy machine.
    private static let patience = 3_600

    private let folder: TemporaryFolder
    private let logger = Logger(service: "test", write: { _ in })
    private var file: String { folder.path("address") }

    init() throws { folder = try TemporaryFolder() }

    private func listener(
        port: UInt16?, usual: UInt16 = 0,
        onOtherPort: @escaping @Sendable (HTTPServerError) -> Void = { _ in }
    ) -> Listener {
        var router = Router()
        router.get("/metrics") { _ in HTTPResponse(text: "x 1\n", type: Exposition.mediaType) }
        let settings = MetricsSettings(address: "127.0.0.1", port: port, host: "host.example.org")
        return Listener(
            "test",
            at: .init(
                port: port, usualPort: usual, addressFile: file, remedy: "Use another one.",
                address: { "\($0)" }, onOtherPort: onOtherPort),
            settings.configuration, router: router, logger)
    }

    /// The port in the file with the address.
    private func announced() throws -> UInt16 {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        return try #require(UInt16(text.trimmingCharacters(in: .newlines)))
    }

    /// The status that a request for this host gets.
    private func status(of path: String, host: String, port: UInt16) throws -> String {
        let descriptor = try LoopbackSocket.connect(to: port, patience: Self.patience)
        defer { close(descriptor) }
        let request = "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
        _ = LoopbackSocket.send(Array(request.utf8), to: descriptor)
        var answer = [UInt8](repeating: 0, count: 12)
        let count = unsafe recv(descriptor, &answer, answer.count, CInt(MSG_WAITALL))
        return String(decoding: answer.prefix(max(0, count)).suffix(3), as: UTF8.self)
    }

    /// Runs what waits for tasks on a thread that they do not need.
    private func apart(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
        }
    }

    @Test func aPortThatIsTakenIsReplacedUnlessItIsSet() async throws {
        try await apart(replacesPort)
    }

    @Sendable private func replacesPort() throws {
        let first = listener(port: 0)
        try first.start()
        let taken = try announced()
        let other = try TemporaryFolder()
        let told = Mutex<[String]>([])
        let second = ListenerTests(in: other).listener(port: nil, usual: taken) { error in
            told.withLock { $0.append(error.description) }
        }
        try second.start()
        #expect(try ListenerTests(in: other).announced() != taken)
        #expect(told.withLock { $0.count == 1 && $0[0].contains("\(taken)") })
        let third = ListenerTests(in: try TemporaryFolder()).listener(port: taken)
        let failure = #expect(throws: Listener.Failure.self) { try third.start() }
        #expect(failure?.description.hasSuffix(" Use another one.") == true)
        for one in [first, second, third] { one.stop(by: .now) }
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    private init(in folder: TemporaryFolder) { self.folder = folder }

    /// A page of others whose name leads here (DNS rebinding) reads nothing.
    @Test func foreignHostsAreRefused() async throws { try await apart(refusesHosts) }

    @Sendable private func refusesHosts() throws {
        let server = listener(port: 0)
        try server.start()
        defer { server.stop(by: .now) }
        let port = try announced()
        for host in ["127.0.0.1:\(port)", "localhost", "[::1]:\(port)", "Host.Example.org"] {
            #expect(try status(of: "/metrics", host: host, port: port) == "200", "\(host)")
        }
        for host in ["evil.example", "127.0.0.1.evil.example:\(port)", "10.0.0.5"] {
            #expect(try status(of: "/metrics", host: host, port: port) == "421", "\(host)")
        }
        #expect(try status(of: "/", host: "localhost", port: port) == "404")
    }

    @Test func metricsAreKnownByTheirAddress() {
        let four = MetricsSettings(address: "10.0.0.5", port: nil, host: nil).configuration
        #expect(four.address == "10.0.0.5" && four.hosts?.contains("10.0.0.5") == true)
        let six = MetricsSettings(address: "FD00::1", port: nil, host: "a.example").configuration
        #expect(six.hosts?.isSuperset(of: ["[fd00::1]", "a.example", "localhost"]) == true)
        #expect(six.connectionsMax == 16 && six.connectionsPerAddressMax == 16)
    }
}
