import Contracts
import Foundation
import Glibc
import Support

/// A receiver of hooks: a web server of its own process, which writes down what it is sent and
/// answers as it is told. It has a certificate for this machine, signed by itself.
final class HookReceiver {
    /// A request as it arrived.
    struct Message: Decodable {
        let path: String
        /// The fields, with names in lower case.
        let fields: [String: String]
        let body: String

        /// The message in the body.
        func message() throws -> HookMessage {
            try JSONCoding.decodeResponse(HookMessage.self, from: Array(body.utf8))
        }
    }

    private static let script = """
        import http.server, json, os, ssl, sys
        folder = sys.argv[1]
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"])).decode()
                fields = {name.lower(): value for name, value in self.headers.items()}
                with open(folder + "/requests", "a") as file:
                    line = {"path": self.path, "fields": fields, "body": body}
                    file.write(json.dumps(line) + "\\n")
                with open(folder + "/status") as file:
                    self.send_response(int(file.read()))
                self.send_header("Content-Length", "0")
                self.end_headers()
            def log_message(self, *words):
                pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder + "/certificate.pem", folder + "/key.pem")
        server.socket = context.wrap_socket(
            server.socket, server_side=True, do_handshake_on_connect=False)
        with open(folder + "/port.new", "w") as file:
            file.write(str(server.server_port))
        os.rename(folder + "/port.new", folder + "/port")
        server.serve_forever()
        """

    private let folder: TemporaryFolder
    private let child: ChildProcess
    /// Where it listens.
    let origin: String
    /// The file of its certificate, which is that of its authority.
    let certificate: String

    init() throws {
        folder = try TemporaryFolder()
        certificate = folder.path("certificate.pem")
        let making = try ChildProcess(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-nodes", "-days", "2", "-subj", "/CN=Receiver", "-addext",
                "subjectAltName=IP:127.0.0.1", "-keyout", folder.path("key.pem"), "-out",
                certificate,
            ], environment: ["LANG": "C.UTF-8"], descriptors: [:])
        making.wait()
        try Data("200".utf8).write(to: URL(fileURLWithPath: folder.path("status")))
        child = try ChildProcess(
            "/usr/bin/python3", ["-c", Self.script, folder.path("")],
            environment: ["LANG": "C.UTF-8"], descriptors: [:])
        let port = folder.path("port")
        let isThere = Waiting.until { FileManager.default.fileExists(atPath: port) }
        guard isThere else {
            child.send(SIGKILL)
            throw SystemUnderTest.Failure(description: "the receiver did not start")
        }
        origin = "https://127.0.0.1:" + (try String(contentsOfFile: port, encoding: .utf8))
    }

    deinit {
        child.send(SIGKILL)
        child.wait()
    }

    /// From now on answers with this status.
    func answer(_ status: Int) throws {
        let file = URL(fileURLWithPath: folder.path("status"))
        try Data("\(status)".utf8).write(to: file, options: .atomic)
    }

    /// What has arrived, in order.
    var messages: [Message] {
        get throws {
            let file = folder.path("requests")
            guard let data = FileManager.default.contents(atPath: file) else { return [] }
            // A line that is being written is not there yet.
            return try data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                .dropLast().map { try JSONDecoder().decode(Message.self, from: Data($0)) }
        }
    }
}
