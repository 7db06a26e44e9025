internal import Base

/// The head of a request as libmicrohttpd leaves it in its buffer, read strictly.
///
/// libmicrohttpd 0.9.75 takes a bare LF for a line's end, joins folded lines, cuts values at a NUL,
/// allows blanks before a colon, uses the first of several `Content-Length` fields and prefers
/// `Transfer-Encoding` to it, and reads a body of an unknown encoding to the end of the connection.
/// An intermediary may understand such a request differently, and one request becomes two.
///
/// It works in place: the colon of a field and both bytes of a CRLF become NULs. So a name ends
/// with one NUL, a value with two, and the head with an empty line of two; everything else was not
/// a proper line.
struct RequestHead: Equatable {
    /// The longest line of the head in bytes.
    static let lineBytesMax = 8 * 1_024
    /// The most fields.
    static let fieldsMax = 64
    /// The longest head in bytes.
    static let bytesMax = 32 * 1_024

    let method: HTTPMethod
    let rawTarget: String
    let version: String
    let fields: HTTPFields

    /// How the end of the body is found.
    enum Framing: Equatable {
        case length(UInt64)
        case chunked
    }

    /// Reads the method, the version and the fields.
    ///
    /// - Parameters:
    ///   - buffer: The bytes from the method to the empty line.
    ///   - rawTarget: The target as it was before libmicrohttpd split it.
    ///   - versionOffset: Where libmicrohttpd has found the version.
    /// - Throws: `HTTPFailure` 400, 414, 431, 505.
    init(buffer: [UInt8], rawTarget: String, versionOffset: Int) throws(HTTPFailure) {
        guard buffer.count <= Self.bytesMax else { throw Self.tooLarge }
        let methodEnd = buffer.firstIndex(of: 0) ?? buffer.endIndex
        let versionStart = methodEnd + 1 + rawTarget.utf8.count + 1
        guard versionStart == versionOffset else { throw Self.malformed }
        let lineEnd = versionStart + "HTTP/1.1".utf8.count
        guard buffer[..<methodEnd].isToken, lineEnd + 1 < buffer.count,
            buffer[versionStart - 1] == 0,
            buffer[lineEnd] == 0, buffer[lineEnd + 1] == 0
        else { throw Self.malformed }
        guard lineEnd + 2 <= Self.lineBytesMax else {
            throw HTTPFailure(.uriTooLong, "The address is too long.")
        }
        method = HTTPMethod(rawValue: String(decoding: buffer[..<methodEnd], as: UTF8.self))
        self.rawTarget = rawTarget
        version = String(decoding: buffer[versionStart..<lineEnd], as: UTF8.self)
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
            throw HTTPFailure(HTTPStatus(rawValue: 505), "The server speaks HTTP/1.1.")
        }
        fields = try Self.fields(buffer[(lineEnd + 2)...])
    }

    static let malformed = HTTPFailure(.badRequest, "The request is malformed.")
    static let tooLarge = HTTPFailure(.headerFieldsTooLarge, "The request's head is too large.")

    private static func fields(_ lines: ArraySlice<UInt8>) throws(HTTPFailure) -> HTTPFields {
        var fields: [HTTPFields.Field] = []
        var rest = lines
        while rest.first != 0 {
            guard let nameEnd = rest.firstIndex(of: 0),
                let valueEnd = rest[(nameEnd + 1)...].firstIndex(of: 0),
                valueEnd + 1 < rest.endIndex, rest[valueEnd + 1] == 0, rest[..<nameEnd].isToken
            else { throw malformed }
            let value = trimmed(rest[(nameEnd + 1)..<valueEnd])
            guard valueEnd + 2 - rest.startIndex <= lineBytesMax, fields.count < fieldsMax else {
                throw tooLarge
            }
            guard value.isFieldValue else { throw malformed }
            fields.append(
                HTTPFields.Field(
                    String(decoding: rest[..<nameEnd], as: UTF8.self),
                    String(decoding: value, as: UTF8.self)))
            rest = rest[(valueEnd + 2)...]
        }
        // The empty line, and nothing behind it.
        guard rest.count == 2, rest.last == 0 else { throw malformed }
        return HTTPFields(fields)
    }

    private static func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        guard let first = value.firstIndex(where: { !isBlank($0) }),
            let last = value.lastIndex(where: { !isBlank($0) })
        else { return value[value.startIndex..<value.startIndex] }
        return value[first...last]
    }

    /// How the body ends; a length of 0 without a body.
    ///
    /// - Throws: `HTTPFailure` 400 if it is ambiguous, 501 for an unknown encoding, 417 for an
    ///   expectation that is not `100-continue`.
    func framing() throws(HTTPFailure) -> Framing {
        let lengths = fields.values("Content-Length")
        let encodings = fields.values("Transfer-Encoding")
        guard lengths.count <= 1, encodings.count <= 1, lengths.isEmpty || encodings.isEmpty else {
            throw Self.malformed
        }
        let expectations = fields.values("Expect")
        guard expectations.allSatisfy({ $0.lowercased() == "100-continue" }) else {
            throw HTTPFailure(.expectationFailed, "The server cannot meet this expectation.")
        }
        if let encoding = encodings.first {
            guard version == "HTTP/1.1" else { throw Self.malformed }
            guard encoding.lowercased() == "chunked" else {
                throw HTTPFailure(.notImplemented, "The server knows only chunked bodies.")
            }
            return .chunked
        }
        guard let length = lengths.first else { return .length(0) }
        // 18 digits are less than 2^63.
        guard !length.isEmpty, length.utf8.count <= 18, length.utf8.allSatisfy(\.isDigit),
            let count = UInt64(length)
        else { throw Self.malformed }
        return .length(count)
    }

    /// The host that the request is for, in small letters, port included.
    ///
    /// - Throws: `HTTPFailure` 400 without exactly one valid host, 421 for one that is not allowed.
    func host(allowed: Set<String>?) throws(HTTPFailure) -> String {
        let hosts = fields.values("Host")
        guard hosts.count == 1, let host = hosts.first?.lowercased(), !host.isEmpty,
            let name = Self.hostName(host)
        else { throw HTTPFailure(.badRequest, "The request does not name one host.") }
        if let allowed, !allowed.contains(name) {
            throw HTTPFailure(.misdirectedRequest, "This server does not serve this host.")
        }
        return host
    }

    /// The host without its port; `nil` unless it is a name or an address, with or without a port.
    private static func hostName(_ host: String) -> String? {
        let bytes = Array(host.utf8)
        let isBracketed = bytes.first == UInt8(ascii: "[")
        let end: Int
        if isBracketed {
            guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            end = bracket + 1
        } else {
            end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
        }
        let isNameByte = { (byte: UInt8) in
            byte.isAlphanumeric || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: "_")
        }
        let isAddressByte = { (byte: UInt8) in
            Hexadecimal.value(of: byte) != nil || byte == UInt8(ascii: ":")
                || byte == UInt8(ascii: ".")
        }
        let name = bytes[..<end]
        let isValidName =
            isBracketed
            ? name.count > 2 && name.dropFirst().dropLast().allSatisfy(isAddressByte)
            : !name.isEmpty && name.allSatisfy(isNameByte)
        let port = bytes[end...]
        let isValidPort =
            port.isEmpty
            || (port.count >= 2 && port.count <= 6 && port.first == UInt8(ascii: ":")
                && port.dropFirst().allSatisfy(\.isDigit))
        return isValidName && isValidPort ? String(decoding: name, as: UTF8.self) : nil
    }
}
