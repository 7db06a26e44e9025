import CSodium

/// Random bytes from the kernel, suitable for keys and tokens.
public enum SecureRandom {
    /// Returns `count` random bytes; empty if `count` is not positive.
    public static func bytes(_ count: Int) throws(SodiumError) -> [UInt8] {
        try SodiumLibrary.ready()
        guard count > 0 else { return [] }
        var output = [UInt8](repeating: 0, count: count)
        unsafe randombytes_buf(&output, count)
        return output
    }
}
