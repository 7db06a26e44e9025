extension Duration {
    /// The whole milliseconds, truncated toward zero and clamped to the range of `Int64`.
    public var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, isOver) = seconds.multipliedReportingOverflow(by: 1_000)
        let (sum, isOverToo) = product.addingReportingOverflow(
            attoseconds / 1_000_000_000_000_000)
        guard !isOver, !isOverToo else { return seconds < 0 ? .min : .max }
        return sum
    }
}
