import CZlib

/// Bytes that never change, as they are and compressed. Bytes with secrets must not be compressed
/// beside texts of others (BREACH).
public struct CodedContent: Sendable {
    /// Distinguishes these bytes from earlier ones of the same address.
    private let tag: String
    private let bytes: [UInt8]
    /// Nil if they would not be shorter.
    private let compressed: [UInt8]?

    /// Compresses the bytes.
    /// - Parameter tag: what an entity tag tells them by
    public init(_ bytes: [UInt8], tag: String) {
        self.tag = tag
        self.bytes = bytes
        compressed = Self.compress(bytes)
    }

    /// The response in the shortest coding that the request accepts; 304 if the client has it.
    public func response(headers: HTTPFields, for request: HTTPRequest) -> HTTPResponse {
        var response = HTTPResponse(headers: headers, body: .bytes(bytes))
        guard let compressed else { return response.conditional(EntityTag(tag), for: request) }
        response.headers.add("Vary", "Accept-Encoding")
        guard Self.acceptsCompressed(request.headers) else {
            return response.conditional(EntityTag(tag), for: request)
        }
        response.headers["Content-Encoding"] = "gzip"
        response.body = .bytes(compressed)
        return response.conditional(EntityTag(tag + "+gzip"), for: request)
    }

    /// Whether `Accept-Encoding` names gzip, or any coding, with a weight above zero (RFC 9110,
    /// 12.5.3).
    static func acceptsCompressed(_ headers: HTTPFields) -> Bool {
        var isAnyAccepted = false
        for element in headers.list("Accept-Encoding") {
            let parts = element.split(separator: ";", maxSplits: 1)
            let coding = parts.first.map { $0.trimmingBlanks().lowercased() }
            let weight = parts.dropFirst().first.map { $0.trimmingBlanks().lowercased() } ?? "q=1"
            let isAccepted = weight.hasPrefix("q=") && weight.contains { "1"..."9" ~= $0 }
            switch coding {
            case "gzip", "x-gzip": return isAccepted
            case "*": isAnyAccepted = isAccepted
            default: break
            }
        }
        return isAnyAccepted
    }

    /// The bytes as a gzip file (RFC 1952); nil if that is not shorter, or without memory.
    private static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        let short = unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { output, count in
            unsafe bytes.withUnsafeBufferPointer { input in
                count = unsafe compass_gzip(
                    input.baseAddress, input.count, output.baseAddress, output.count)
            }
        }
        return short.isEmpty || short.count == bytes.count ? nil : short
    }
}
