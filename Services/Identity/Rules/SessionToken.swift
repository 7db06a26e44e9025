import Contracts
import Foundation
import Sodium

/// The secret of a session: 256 random bits in URL-safe Base64 (RFC 4648, section 5), 43
/// characters. Only its digest is stored.
enum SessionToken {
    /// The random bytes of a token.
    static let byteCount = 32
    /// The longest text that is looked up, in bytes.
    static let textBytesMax = 128

    static func make() throws -> String {
        Data(try SecureRandom.bytes(byteCount)).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// What the secret of an access token begins with, so that people and scanners of leaked
    /// secrets recognize one.
    static let programPrefix = "compass_"

    /// A secret of an access token.
    static func makeForProgram() throws -> String { programPrefix + (try make()) }

    /// The stored digest of a token, or `nil` if the text is too long for one.
    static func digest(of token: String) -> [UInt8]? {
        let bytes = Array(token.utf8)
        guard bytes.count <= textBytesMax else { return nil }
        return SHA256Digest(of: bytes).bytes
    }

    /// The digest of a token that was made here.
    static func madeDigest(of token: String) throws(ServiceError) -> [UInt8] {
        guard let digest = digest(of: token) else {
            throw ServiceError(.internal, "A token is malformed")
        }
        return digest
    }
}
