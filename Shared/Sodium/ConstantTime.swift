import CSodium

/// Comparisons whose duration tells nothing about where two secrets differ.
public enum ConstantTime {
    /// Whether both hold the same bytes. Only the lengths may be learnt from the time it takes.
    public static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        guard !left.isEmpty else { return true }
        return unsafe sodium_memcmp(left, right, left.count) == 0
    }
}
