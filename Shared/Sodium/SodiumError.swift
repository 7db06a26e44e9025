import Base

/// A failure of this module. libsodium reports only "failed", so the code names the call.
@Memberwise(labels: false)
public struct SodiumError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The causes, as a closed list.
    public enum Code: String, Sendable {
        /// `sodium_init` failed: the kernel provides no randomness.
        case libraryUnavailable = "library_unavailable"
        /// A key, seed or signature has an invalid length.
        case wrongLength = "wrong_length"
        /// The password is longer than `PasswordHash.passwordBytesMax`.
        case passwordTooLong = "password_too_long"
        /// Argon2id could not allocate its memory.
        case outOfMemory = "out_of_memory"
        /// libsodium failed to sign; its documentation names no cause.
        case signingFailed = "signing_failed"
        /// A stored password hash is not in libsodium's format.
        case malformedHash = "malformed_hash"
        /// A key asks for more work or memory than a reader gives.
        case costTooHigh = "cost_too_high"
        /// What was to be decrypted is not what was encrypted with this key.
        case notAuthentic = "not_authentic"
    }

    public let code: Code
    /// The cause and the remedy, for a log. Never contains a secret.
    public let message: String

    /// The code and the message on one line.
    public var description: String { "\(code.rawValue): \(message)" }
}
