import CSodium

/// Comparisons whose duration does not reveal where two secrets differ.
public enum ConstantTime {
    /// Returns whether both arrays are equal. The duration reveals only their lengths.
    public static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        guard !left.isEmpty else { return true }
        return unsafe sodium_memcmp(left, right, left.count) == 0
    }
}
