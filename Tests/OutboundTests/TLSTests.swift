import Dispatch
import Foundation
import HTTP
import Testing

@testable import Outbound

/// Requests over TLS, to a server whose certificate openssl makes for the test.
@Suite("Certificates of other servers (N-117)") struct TLSTests {
    private static func blocking<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result(catching: body)) }
        }
    }

    /// A certificate for 127.0.0.1 that is its own authority.
    private static func makeCertificate() async throws -> HTTPServerConfiguration.Certificate {
        try await blocking {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
            process.arguments = [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-nodes", "-days", "2", "-subj", "/CN=Receiver", "-addext",
                "subjectAltName=IP:127.0.0.1", "-keyout", "/dev/stdout", "-out",
                "/dev/stdout",
            ]
            let made = Pipe()
            process.standardOutput = made
            process.standardError = FileHandle.nullDevice
            try process.run()
            let output = try made.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            let text = String(decoding: output, as: UTF8.self)
            let start = text.range(of: "-----BEGIN CERTIFICATE-----")?.lowerBound ?? text.startIndex
            return .init(chain: String(text[start...]), privateKey: String(text[..<start]))
        }
    }

    // N-117: a receiver is trusted if the authority is known and the name is its own.
    @Test func onlyAKnownAuthorityAndTheRightNameAreTrusted() async throws {
        let (mine, other) = (try await Self.makeCertificate(), try await Self.makeCertificate())
        var router = Router()
        router.add(.post, "/taken", body: .collected(bytesMax: 1_000)) { _ in
            HTTPResponse(.noContent)
        }
        var configuration = HTTPServerConfiguration()
        configuration.port = 0
        configuration.hosts = nil
        configuration.certificate = mine
        let server = try HTTPServer(configuration, router: router)
        let port = try await server.start()
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("authorities-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        func post(
            _ host: String, trusting certificate: String?
        ) async throws -> OutboundClient.Outcome {
            var client = OutboundClient()
            if let certificate {
                let file = folder.appendingPathComponent("authorities.pem")
                try Data(certificate.utf8).write(to: file)
                client.authorities = file.path
            }
            let sender = client
            return try await Self.blocking {
                sender.post(
                    Array("{}".utf8), to: "https://\(host):\(port)/taken", fields: [],
                    reach: .everyHost)
            }
        }
        #expect(try await post("127.0.0.1", trusting: mine.chain) == .answered(204))
        #expect(try await post("127.0.0.1", trusting: other.chain + mine.chain) == .answered(204))
        let wrong = [
            ("127.0.0.1", nil), ("127.0.0.1", other.chain), ("localhost", mine.chain),
        ]
        for (host, certificate) in wrong {
            #expect(
                try await post(host, trusting: certificate) == .failed(.certificate),
                "\(host) \(certificate == nil)")
        }
        await server.stop(within: .zero)
        try FileManager.default.removeItem(at: folder)
    }
}
