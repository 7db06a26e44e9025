extension Int64 {
    /// Returns the quotient rounded down, for a positive divisor.
    @inlinable
    public func flooredQuotient(by divisor: Int64) -> Int64 {
        self / divisor - (self % divisor < 0 ? 1 : 0)
    }
}
