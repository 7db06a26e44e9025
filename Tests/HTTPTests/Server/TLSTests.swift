import Dispatch
import Foundation
import Testing

@testable import HTTP

/// TLS with a certificate that openssl makes for the test; openssl is also the client.
@Suite(.timeLimit(.minutes(10))) struct TLSTests {
    /// Runs openssl with this input.
    private func openssl(_ arguments: [String], input: String = "") async throws -> String {
        try await RawClient.blocking {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
            process.arguments = arguments
            let (given, made) = (Pipe(), Pipe())
            process.standardInput = given
            process.standardOutput = made
            process.standardError = FileHandle.nullDevice
            try process.run()
            // A program that refuses its arguments ends before it reads, which breaks the pipe.
            try? given.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try given.fileHandleForWriting.close()
            let output = try made.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return String(decoding: output, as: UTF8.self)
        }
    }

    private func certificate() async throws -> HTTPServerConfiguration.Certificate {
        let text = try await openssl([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-subj", "/CN=localhost", "-days", "2", "-keyout", "/dev/stdout", "-out", "/dev/stdout",
        ])
        let mark = "-----BEGIN CERTIFICATE-----"
        let start = try #require(text.range(of: mark)?.lowerBound)
        return .init(chain: String(text[start...]), privateKey: String(text[..<start]))
    }

    @Test func answersOverTLSOnly() async throws {
        let certificate = try await certificate()
        try await withServer { configuration in
            configuration.certificate = certificate
        } routes: { router in
            router.get("/") { request in
                HTTPResponse(text: "secure \(request.origin.isSecure)", type: "text/plain")
            }
            router.get("/large") { _ in
                let stream = ResponseStream { writer in
                    for _ in 0..<64 {
                        try await writer.write([UInt8](repeating: UInt8(ascii: "z"), count: 16_384))
                    }
                }
                return HTTPResponse(body: .stream(stream))
            }
        } _: { port, _ in
            for version in ["-tls1_2", "-tls1_3"] {
                let text = try await openssl(
                    ["s_client", "-quiet", version, "-connect", "127.0.0.1:\(port)"],
                    input: head("GET /", "Connection: close"))
                #expect(text.hasPrefix("HTTP/1.1 200 ") && text.hasSuffix("secure true"))
            }
            // The client would speak it: this level lets it sign with SHA-1.
            let old = try await openssl(
                [
                    "s_client", "-quiet", "-tls1_1", "-cipher", "ALL:@SECLEVEL=0", "-connect",
                    "127.0.0.1:\(port)",
                ], input: head("GET /", "Connection: close"))
            #expect(old.isEmpty)
            let large = try await openssl(
                ["s_client", "-quiet", "-connect", "127.0.0.1:\(port)"],
                input: head("GET /large", "Connection: close"))
            #expect(large.utf8.count { $0 == UInt8(ascii: "z") } == 1_048_576)
            // Without TLS there is no answer.
            let plain = try RawClient(port: port)
            try await plain.send(head("GET /"))
            let bytes = try await plain.rest()
            #expect(!String(decoding: bytes, as: UTF8.self).contains("HTTP/1.1"))
        }
    }
}
