extension Span<UInt8> {
    /// Returns whether the bytes equal those of `text`.
    func equals(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        let other = unsafe UnsafeBufferPointer(start: text.utf8Start, count: count).span
        for index in 0..<count where self[index] != other[index] {
            return false
        }
        return true
    }
}
