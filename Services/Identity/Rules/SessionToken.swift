import Foundation
import Sodium

/// The secret that stands for a session: 256 random bits as Base64 for URLs (RFC 4648, section 5),
/// 43 characters. Only its digest is stored (S17).
enum SessionToken {
    /// Random octets of a token.
    static let octetCount = 32
    /// The longest text that is looked up, in octets.
    static let textOctetsMax = 128

    /// A new token.
    static func make() throws -> String {
        Data(try SecureRandom.bytes(octetCount)).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// What is stored of a token, and what it is found by. `nil` for a text that no token has.
    static func digest(of token: String) -> [UInt8]? {
        let octets = Array(token.utf8)
        guard octets.count <= textOctetsMax else { return nil }
        return SHA256Digest(of: octets).bytes
    }
}
