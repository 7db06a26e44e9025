import Base
import CSodium

/// A stored password: Argon2id with its salt and cost, as the text that libsodium writes (RFC
/// 9106).
public struct PasswordHash: Hashable, Sendable {
    /// The cost of computing a hash.
    @Memberwise
    public struct Cost: Hashable, Sendable {
        /// Passes over the memory.
        public let passes: UInt64
        /// Memory of one hash in bytes.
        public let memoryBytes: Int

        /// libsodium's INTERACTIVE: 2 passes over 64 MiB, about 0.1 s. What the product uses.
        public static let interactive = Cost(passes: 2, memoryBytes: 64 * 1_024 * 1_024)
        /// The least that libsodium allows: 1 pass over 8 KiB, below 1 ms. For tests only: it
        /// protects nothing.
        public static let unsafeForTests = Cost(passes: 1, memoryBytes: 8 * 1_024)
    }

    /// Longest password in bytes of UTF-8: 256 characters of up to 16 bytes.
    public static let passwordBytesMax = 4_096
    /// Longest text libsodium writes, without its closing zero.
    public static let textBytesMax = 127

    /// `$argon2id$v=19$m=…,t=…,p=1$salt$hash`; goes into a TEXT column.
    public let text: String

    /// Reads a hash from the database; throws `malformedHash` if it is not one of Argon2id.
    public init(stored text: String) throws(SodiumError) {
        guard text.utf8.count <= Self.textBytesMax, text.hasPrefix("$argon2id$"),
            !text.utf8.contains(0)
        else {
            throw SodiumError(.malformedHash, "a stored password hash is not one of Argon2id")
        }
        self.text = text
    }

    /// Hashes a password with a new random salt, with the cost on the calling thread.
    public init(
        of password: SecretBytes, cost: Cost = .interactive
    ) throws(SodiumError) {
        try SodiumLibrary.ready()
        guard password.count <= Self.passwordBytesMax else {
            throw SodiumError(
                .passwordTooLong, "a password has at most \(Self.passwordBytesMax) bytes")
        }
        var output = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let status = unsafe password.withCharacters { characters in
            unsafe crypto_pwhash_str(
                &output, characters, UInt64(password.count), cost.passes, cost.memoryBytes)
        }
        guard status == 0 else {
            throw SodiumError(
                .outOfMemory, "Argon2id got no \(cost.memoryBytes) bytes; try again later")
        }
        text = String(
            decoding: output.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Returns whether the password matches the hash. Takes the time of the hash's own cost.
    public func matches(_ password: SecretBytes) -> Bool {
        guard password.count <= Self.passwordBytesMax, (try? SodiumLibrary.ready()) != nil else {
            return false
        }
        return unsafe password.withCharacters { characters in
            unsafe crypto_pwhash_str_verify(text, characters, UInt64(password.count)) == 0
        }
    }

    /// Returns whether the hash has another cost and should be renewed at the next login.
    public func needsRehash(cost: Cost = .interactive) -> Bool {
        unsafe crypto_pwhash_str_needs_rehash(text, cost.passes, cost.memoryBytes) != 0
    }
}

extension SecretBytes {
    /// Calls `body` with the bytes as C's `char`, as the password functions require.
    func withCharacters<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        unsafe withPointer { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self, capacity: count) { unsafe body($0) }
        }
    }
}
