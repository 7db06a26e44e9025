import CSodium

/// Secret bytes, such as keys and passwords, that are wiped on deinitialization.
///
/// Their description is constant, and copies of the reference share one buffer.
@safe public final class SecretBytes: @unchecked Sendable, CustomStringConvertible {
    // Sendable: the buffer is written only in init and deinit, and its address is never shared.
    private let buffer: UnsafeMutablePointer<UInt8>
    public let count: Int

    /// A constant, so that a log can never contain the secret.
    public var description: String { "(secret)" }

    /// Copies the bytes. The caller must wipe its own array.
    public init(_ bytes: [UInt8]) {
        count = bytes.count
        unsafe buffer = .allocate(capacity: max(count, 1))
        unsafe buffer.initialize(repeating: 0, count: max(count, 1))
        for (index, byte) in bytes.enumerated() { unsafe buffer[index] = byte }
    }

    /// Copies the bytes and wipes the caller's array.
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

    /// Returns a copy for a caller that must store the secret. The copy is not wiped; discard it
    /// promptly.
    public func unsafeCopy() -> [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: buffer, count: count))
    }

    /// Calls `body` with the address of the bytes, which is valid during the call only.
    func withPointer<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
        unsafe body(UnsafePointer(buffer))
    }

    /// Creates `count` bytes that `body` fills in.
    static func filled(count: Int, by body: (UnsafeMutablePointer<UInt8>) -> Void) -> SecretBytes {
        let secret = SecretBytes([UInt8](repeating: 0, count: count))
        unsafe body(secret.buffer)
        return secret
    }
}
