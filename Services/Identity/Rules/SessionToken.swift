import Foundation
import Sodium

/// The secret that stands for a session: 256 random bits as Base64 for URLs (RFC 4648, section 5),
/// 43 characters. Only its digest is stored (S17).
enum SessionToken {
    /// Random bytes of a token.
    static let byteCount = 32
    /// The longest text that is looked up, in bytes.
    static let textBytesMax = 128

    /// A new token.
    static func make() throws -> String {
        Data(try SecureRandom.bytes(byteCount)).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// What is stored of a token, and what it is found by. `nil` for a text that no token has.
    static func digest(of token: String) -> [UInt8]? {
        let bytes = Array(token.utf8)
        guard bytes.count <= textBytesMax else { return nil }
        return SHA256Digest(of: bytes).bytes
    }
}
