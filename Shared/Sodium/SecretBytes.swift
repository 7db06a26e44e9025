import CSodium

/// Bytes that are wiped when their last owner lets go: keys, passwords.
///
/// They never print, and copies of the reference share one buffer.
@safe public final class SecretBytes: @unchecked Sendable, CustomStringConvertible {
    // Sendable: the buffer is written in init and deinit only, and nobody else keeps its address.
    private let buffer: UnsafeMutablePointer<UInt8>
    /// Number of bytes.
    public let count: Int

    /// Always the same word, so that a log can never hold a secret.
    public var description: String { "(secret)" }

    /// Takes over the bytes. The caller's array is its own to forget.
    public init(_ bytes: [UInt8]) {
        count = bytes.count
        unsafe buffer = .allocate(capacity: max(count, 1))
        unsafe buffer.initialize(repeating: 0, count: max(count, 1))
        for (index, byte) in bytes.enumerated() { unsafe buffer[index] = byte }
    }

    /// Takes over the bytes and wipes the array they came in.
    public convenience init(wiping bytes: inout [UInt8]) {
        self.init(bytes)
        let count = bytes.count
        unsafe bytes.withUnsafeMutableBytes { target in
            guard let address = target.baseAddress else { return }
            unsafe sodium_memzero(address, count)
        }
        bytes = []
    }

    deinit {
        unsafe sodium_memzero(buffer, count)
        unsafe buffer.deallocate()
    }

    /// A copy for a caller that must write the secret down. It is not wiped: pass it on and drop
    /// it.
    public func unsafeCopy() -> [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: buffer, count: count))
    }

    /// Gives the address of the bytes to one call; it is not valid after it.
    func withPointer<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
        unsafe body(UnsafePointer(buffer))
    }

    /// Makes `count` bytes that one call of the library writes.
    static func filled(count: Int, by body: (UnsafeMutablePointer<UInt8>) -> Void) -> SecretBytes {
        let secret = SecretBytes([UInt8](repeating: 0, count: count))
        unsafe body(secret.buffer)
        return secret
    }
}
