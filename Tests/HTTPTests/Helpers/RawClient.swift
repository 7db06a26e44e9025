import Dispatch
import Glibc
import Support

/// A client that sends exactly the bytes that it is given. Its calls block, so they run on threads
/// of Dispatch and not on those of Swift's tasks, which the handlers need.
final class RawClient: Sendable {
    struct Failure: Error {
        let what: String
    }

    /// A response with its body decoded.
    struct Response {
        var status: Int
        var headers: [(name: String, value: String)]
        var body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }

        subscript(name: String) -> String? {
            headers.first { $0.name == name.lowercased() }?.value
        }
    }

    /// Only a server that answers nothing at all is given up after this time, in seconds.
    static let patience = 60

    let descriptor: CInt

    init(port: UInt16) throws {
        descriptor = try LoopbackSocket.connect(to: port, patience: Self.patience)
    }

    deinit {
        close(descriptor)
    }

    /// Runs something that blocks.
    static func blocking<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Swift.Result { try body() }) }
        }
    }

    /// Sends text; returns how many bytes the server's side has taken before it closed.
    @discardableResult
    func send(_ text: String) async throws -> Int {
        try await send(Array(text.utf8))
    }

    @discardableResult
    func send(_ bytes: [UInt8]) async throws -> Int {
        try await Self.blocking { [descriptor] in LoopbackSocket.send(bytes, to: descriptor) }
    }

    /// Sends and reads the answer.
    func request(_ text: String, isHead: Bool = false) async throws -> Response {
        try await send(text)
        return try await response(isHead: isHead)
    }

    /// Reads one response.
    func response(isHead: Bool = false) async throws -> Response {
        try await Self.blocking { [self] in try readResponse(isHead: isHead) }
    }

    /// Reads until the server closes. A reset counts as an end.
    func rest() async throws -> [UInt8] {
        try await Self.blocking { [self] in
            var all: [UInt8] = []
            while true {
                let piece = try receive(65_536)
                if piece.isEmpty { return all }
                all += piece
            }
        }
    }

    /// Reads exactly this many bytes.
    func read(_ count: Int) async throws -> [UInt8] {
        try await Self.blocking { [self] in try exactly(count) }
    }

    /// Reads until the text has come, which ends what was read.
    func read(until end: String) async throws -> String {
        try await Self.blocking { [self] in try String(decoding: line(end), as: UTF8.self) }
    }

    private func receive(_ count: Int) throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let received = unsafe recv(descriptor, &buffer, count, 0)
        if received < 0 {
            guard errno == ECONNRESET else { throw Failure(what: "recv: \(errno)") }
            return []
        }
        return Array(buffer[..<received])
    }

    private func line(_ end: String) throws -> [UInt8] {
        var all: [UInt8] = []
        let end = Array(end.utf8)
        while !all.suffix(end.count).elementsEqual(end) {
            let byte = try receive(1)
            guard !byte.isEmpty else {
                throw Failure(what: "closed after: \(String(decoding: all, as: UTF8.self))")
            }
            all += byte
        }
        return all
    }

    private func readResponse(isHead: Bool) throws -> Response {
        let head = String(decoding: try line("\r\n\r\n"), as: UTF8.self)
        let lines = head.split(separator: "\r\n")
        let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) }
        guard let status else { throw Failure(what: "no status: \(lines[0])") }
        let headers = lines.dropFirst().map { line in
            let colon = line.firstIndex(of: ":") ?? line.endIndex
            let value = line[colon...].dropFirst().drop { $0 == " " }
            return (name: line[..<colon].lowercased(), value: String(value))
        }
        var response = Response(status: status, headers: headers, body: [])
        guard !isHead, status >= 200, status != 204, status != 304 else { return response }
        if response["transfer-encoding"] == "chunked" {
            while true {
                let size = String(decoding: try line("\r\n").dropLast(2), as: UTF8.self)
                guard let count = Int(size, radix: 16) else { throw Failure(what: "chunk \(size)") }
                response.body += try exactly(count)
                _ = try exactly(2)
                if count == 0 { return response }
            }
        }
        response.body = try exactly(Int(response["content-length"] ?? "0") ?? 0)
        return response
    }

    private func exactly(_ count: Int) throws -> [UInt8] {
        var all: [UInt8] = []
        while all.count < count {
            let piece = try receive(count - all.count)
            guard !piece.isEmpty else { throw Failure(what: "closed after \(all.count)") }
            all += piece
        }
        return all
    }
}
