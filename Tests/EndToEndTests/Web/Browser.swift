import Foundation
import Glibc
import ServiceKit
import Support

/// A browser without scripts: it keeps cookies, follows redirections and sends forms, over a
/// connection for each request.
final class Browser {
    /// The answer to one request.
    struct Answer {
        let status: Int
        /// Names in small letters.
        let fields: [(name: String, value: String)]
        let body: [UInt8]

        subscript(name: String) -> String? { fields.first { $0.name == name }?.value }
        var text: String { String(decoding: body, as: UTF8.self) }
        /// The page, which must be well formed.
        var page: Document { get throws { try Document(body) } }
    }

    /// A form as it would be sent.
    struct Form {
        var action: String
        var items: [(name: String, value: String)]

        /// Fills in a field; a field that has several values gets this one only.
        mutating func fill(_ name: String, _ value: String) {
            items.removeAll { $0.name == name }
            items.append((name, value))
        }

        /// Fills in several fields, in this order.
        mutating func fill(_ values: KeyValuePairs<String, String>) {
            for (name, value) in values { fill(name, value) }
        }
    }

    /// A file that was chosen in a form.
    struct File {
        let name: String
        let content: [UInt8]
    }

    private let home: CompassHome
    private(set) var cookies: [String: String] = [:]
    /// The `Set-Cookie` fields, in order.
    private(set) var settings: [String] = []

    init(_ home: CompassHome) { self.home = home }

    /// The address of the pages at this moment, without `http://` and the slash at the end.
    func host() throws -> String {
        let text = try String(contentsOfFile: home.webAddressFile, encoding: .utf8)
        guard text.hasPrefix("http://127.0.0.1:"), text.hasSuffix("/\n") else {
            throw SystemUnderTest.Failure(description: "the address of the pages is \(text)")
        }
        return String(text.dropFirst(7).dropLast(2))
    }

    // MARK: Requests

    /// Sends one request. `fields` replace those that a browser sends.
    func send(
        _ method: String, _ path: String, _ body: [UInt8] = [], fields: [String: String?] = [:]
    ) throws -> Answer {
        let (bytes, port) = try message(method, path, body, fields)
        let answer = try Self.parsed(try Self.exchange(bytes, port: port))
        keepCookies(of: answer)
        return answer
    }

    /// Sends a form and leaves before the answer.
    func leave(posting form: Form) throws {
        let (bytes, port) = try message("POST", form.action, Self.body(of: form), [:])
        let descriptor = try LoopbackSocket.connect(
            to: port, patience: Int(SystemUnderTest.patience.seconds))
        _ = LoopbackSocket.send(bytes, to: descriptor)
        close(descriptor)
    }

    private static func body(of form: Form) -> [UInt8] {
        let items = form.items.map { "\(encoded($0.name))=\(encoded($0.value))" }
        return Array(items.joined(separator: "&").utf8)
    }

    /// The bytes of a request, and the port to which they go.
    private func message(
        _ method: String, _ path: String, _ body: [UInt8], _ fields: [String: String?]
    ) throws -> ([UInt8], port: UInt16) {
        let host = try host()
        var all: [String: String] = ["Host": host, "Connection": "close"]
        if !cookies.isEmpty {
            all["Cookie"] = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
                .joined(separator: "; ")
        }
        if method == "POST" {
            all["Content-Type"] = "application/x-www-form-urlencoded"
            all["Content-Length"] = "\(body.count)"
            all["Sec-Fetch-Site"] = "same-origin"
        }
        for (name, value) in fields { all[name] = value }
        let head =
            "\(method) \(path) HTTP/1.1\r\n"
            + all.map { "\($0.key): \($0.value)\r\n" }.joined() + "\r\n"
        return (Array(head.utf8) + body, UInt16(host.split(separator: ":").last ?? "") ?? 0)
    }

    /// Opens an address and follows redirections.
    func open(_ path: String, fields: [String: String?] = [:]) throws -> Answer {
        var answer = try send("GET", path, fields: fields)
        for _ in 0..<5 {
            guard answer.status == 303, let next = answer["location"] else { break }
            answer = try send("GET", next)
        }
        return answer
    }

    /// Sends a form without following the redirection.
    func post(_ form: Form, fields: [String: String?] = [:]) throws -> Answer {
        try send("POST", form.action, Self.body(of: form), fields: fields)
    }

    /// Sends a form with files (RFC 7578) in a field without following the redirection.
    func post(_ form: Form, files: [File], in field: String = "files") throws -> Answer {
        let boundary = "----compass\(UInt64.random(in: .min ... .max))"
        var body: [UInt8] = []
        func begin(_ name: String, _ more: String) {
            body += Array(
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\(more)\r\n\r\n"
                    .utf8)
        }
        for item in form.items {
            begin(item.name, "")
            body += Array("\(item.value)\r\n".utf8)
        }
        for file in files {
            let name = file.name.replacing("\"", with: "%22")
            begin(field, "; filename=\"\(name)\"\r\nContent-Type: application/octet-stream")
            body += file.content + Array("\r\n".utf8)
        }
        body += Array("--\(boundary)--\r\n".utf8)
        return try send(
            "POST", form.action, body,
            fields: ["Content-Type": "multipart/form-data; boundary=\(boundary)"])
    }

    /// Sends a form and opens the page that it leads to.
    func submit(_ form: Form, files: [File] = []) throws -> Answer {
        let answer = try files.isEmpty ? post(form) : post(form, files: files)
        guard answer.status == 303, let next = answer["location"] else { return answer }
        return try open(next)
    }

    /// Presses the button of a page that undoes what the page tells.
    func undo(_ answer: Answer) throws -> Answer {
        try submit(try Self.undoForm(in: answer))
    }

    /// The form of a page that undoes what the page tells.
    static func undoForm(in answer: Answer) throws -> Form {
        let action = try answer.page.all("form").compactMap { $0["action"] }
            .first { $0.hasSuffix("/undo") }
        return try form(in: answer, to: action ?? "undo")
    }

    /// The form of a page that is sent to an address.
    func form(_ path: String, to action: String? = nil) throws -> Form {
        try Self.form(in: try open(path), to: action ?? path)
    }

    /// The form of an answer's page that changes something, with what its fields hold.
    static func form(in answer: Answer, to action: String) throws -> Form {
        let nodes = try answer.page.nodes
        guard
            let start = nodes.firstIndex(where: {
                $0.name == "form" && $0["action"] == action && $0["method"] == "post"
            })
        else {
            throw SystemUnderTest.Failure(
                description: "no form to \(action): \(answer.status) \(answer.text.prefix(2_000))")
        }
        var form = Form(action: action, items: [])
        var select: String?
        for node in nodes[(start + 1)...].prefix(while: { $0.name != "form" }) {
            switch node.name {
            case "input":
                let isPressed = !["radio", "checkbox"].contains(node["type"])
                guard let name = node["name"], isPressed || node["checked"] != nil else { continue }
                form.items.append((name, node["value"] ?? ""))
            case "textarea":
                // A browser drops a line end at the beginning.
                let text = node.text.hasPrefix("\n") ? String(node.text.dropFirst()) : node.text
                form.items.append((node["name"] ?? "", text))
            case "select":
                select = node["name"]
                form.items.append((select ?? "", ""))
            case "option":
                if node["selected"] != nil, let select { form.fill(select, node["value"] ?? "") }
            default: break
            }
        }
        return form
    }

    /// Signs a person in and opens the first page.
    func signIn(_ person: Person) throws -> Answer {
        var form = try form("/sign-in")
        form.fill("email", person.email)
        form.fill("password", person.password)
        return try submit(form)
    }

    // MARK: The wire

    private func keepCookies(of answer: Answer) {
        for field in answer.fields where field.name == "set-cookie" {
            settings.append(field.value)
            let pair = field.value.split(separator: ";")[0].split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let isRemoval = field.value.contains("Max-Age=0")
            cookies[String(pair[0])] = isRemoval ? nil : String(pair[1])
        }
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    private static func parsed(_ bytes: [UInt8]) throws -> Answer {
        guard let end = Data(bytes).range(of: Data("\r\n\r\n".utf8)) else {
            throw SystemUnderTest.Failure(description: "no answer: \(bytes.count) bytes")
        }
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        var lines = head.split(separator: "\r\n")
        let status = lines.removeFirst().split(separator: " ").dropFirst().first.flatMap { Int($0) }
        let fields = lines.compactMap { line -> (name: String, value: String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (
                line[..<colon].lowercased(),
                line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            )
        }
        let body = bytes[end.upperBound...]
        let isChunked = fields.contains { $0 == ("transfer-encoding", "chunked") }
        return Answer(
            status: status ?? 0, fields: fields,
            body: isChunked ? try joined(body) : Array(body))
    }

    /// The body that was sent in chunks (RFC 9112, 7.1). Throws if its end is missing.
    private static func joined(_ chunks: ArraySlice<UInt8>) throws -> [UInt8] {
        var (rest, body) = (chunks, [UInt8]())
        while let end = rest.firstIndex(of: UInt8(ascii: "\r")) {
            let size = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16) ?? 0
            if size == 0 { return body }
            body += rest[(end + 2)...].prefix(size)
            rest = rest[(end + 2)...].dropFirst(size + 2)
        }
        throw SystemUnderTest.Failure(description: "a body without its end")
    }

    /// Sends bytes and reads until the server closes the connection.
    private static func exchange(_ bytes: [UInt8], port: UInt16) throws -> [UInt8] {
        let descriptor = try LoopbackSocket.connect(
            to: port, patience: Int(SystemUnderTest.patience.seconds))
        defer { close(descriptor) }
        _ = LoopbackSocket.send(bytes, to: descriptor)
        var all: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe piece.withUnsafeMutableBytes { buffer in
                unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
            }
            guard count > 0 else { return all }
            all += piece[..<count]
        }
    }
}
