import Contracts
import Foundation
import Glibc
import Support

/// A receiver of hooks: a web server of its own process, which writes down what it is sent and
/// answers as it is told. It has a certificate for this machine, signed by itself.
final class HookReceiver: Sendable {
    /// A request as it arrived.
    struct Message: Decodable, Sendable {
        let path: String
        /// The fields, with names in lower case.
        let fields: [String: String]
        let body: String
        /// Which process of the service sent it, counted from 1 (`markEnding`).
        let life: Int
        /// The status with which it was answered.
        let status: Int

        /// Whether the receiver took the message.
        var isTaken: Bool { (200...299).contains(status) }

        /// The message in the body.
        func message() throws -> HookMessage {
            try JSONCoding.decodeResponse(HookMessage.self, from: Array(body.utf8))
        }
    }

    /// A step of an exchange at which the receiver can wait (`hold`).
    enum Step: String, CaseIterable, Sendable {
        /// The connection is open, and nothing has been read.
        case accepted
        /// The request was read and written down, and is not yet answered.
        case asked
        /// The answer was sent.
        case answered
    }

    /// An address with `?fails=3` is answered with 503 at every third request.
    private static let script = """
        import http.server, json, os, socket, ssl, sys, threading, time
        folder = sys.argv[1]
        lock = threading.Lock()
        life = 1
        counts = {}
        def status(path):
            every = path.partition("fails=")[2]
            with lock:
                counts[path] = counts.get(path, 0) + 1
                if every and counts[path] % int(every) == 0:
                    return 503
            with open(folder + "/status") as file:
                return int(file.read())
        def note(line):
            with lock, open(folder + "/requests", "a") as file:
                file.write(json.dumps(line) + "\\n")
        def reach(step):
            held = folder + "/held-" + step
            try:
                os.rename(folder + "/hold-" + step, held)
            except FileNotFoundError:
                return
            end = time.monotonic() + 20
            # The test, another process, removes the file once it has done its part.
            while os.path.exists(held) and time.monotonic() < end:
                time.sleep(0.001)
        class Handler(http.server.BaseHTTPRequestHandler):
            def setup(self):
                reach("accepted")
                self.request = context.wrap_socket(self.request, server_side=True)
                super().setup()
            def do_POST(self):
                length = int(self.headers["content-length"])
                body = self.rfile.read(length)
                if len(body) < length:
                    return
                fields = {name.lower(): value for name, value in self.headers.items()}
                answer = status(self.path)
                note({"path": self.path, "fields": fields, "body": body.decode(),
                    "life": self.client_address[2], "status": answer})
                reach("asked")
                self.send_response(answer)
                self.send_header("Content-Length", "0")
                self.end_headers()
                reach("answered")
            def finish(self):
                super().finish()
                self.request.shutdown(socket.SHUT_WR)
                self.request.close()
            def log_message(self, *words):
                pass
        class Server(http.server.ThreadingHTTPServer):
            request_queue_size = 64
            def get_request(self):
                global life
                connection, address = super().get_request()
                if address[0] != "127.0.0.2":
                    return connection, (*address, life)
                connection.close()
                life += 1
                raise OSError("the end of a process")
            def handle_error(self, request, address):
                pass
        server = Server(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder + "/certificate.pem", folder + "/key.pem")
        with open(folder + "/port.new", "w") as file:
            file.write(str(server.server_port))
        os.rename(folder + "/port.new", folder + "/port")
        server.serve_forever()
        """

    private let folder: TemporaryFolder
    private let child: ChildProcess
    private let port: UInt16
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
        let file = folder.path("port")
        let isThere = Waiting.until { FileManager.default.fileExists(atPath: file) }
        guard isThere, let port = UInt16(try String(contentsOfFile: file, encoding: .utf8)) else {
            child.send(SIGKILL)
            throw SystemUnderTest.Failure(description: "the receiver did not start")
        }
        self.port = port
        origin = "https://127.0.0.1:\(port)"
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

    /// Lets the request that reaches a step next wait there.
    func hold(_ step: Step) throws -> HelperHold { try HelperHold(step.rawValue, in: folder) }

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

    // MARK: Lives of the service

    /// Tells the receiver that the process of the service has ended, with a connection from another
    /// address of this machine. The receiver is handed connections in the order in which they were
    /// opened, so that those before this one are the ended process's, even if it reads them later.
    /// To be called before the next process starts.
    func markEnding() {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        let isBound = unsafe Self.withAddress(0x7F00_0002, port: 0) { address, length in
            unsafe bind(descriptor, address, length)
        }
        guard isBound == 0 else { return }
        _ = unsafe Self.withAddress(0x7F00_0001, port: port) { address, length in
            unsafe connect(descriptor, address, length)
        }
    }

    private static func withAddress(
        _ host: UInt32, port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = host.bigEndian
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe body(pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
