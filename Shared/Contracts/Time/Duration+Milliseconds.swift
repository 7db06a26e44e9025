extension Duration {
    /// The whole milliseconds, cut towards zero; the ends of the range for what is beyond them.
    public var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, isOver) = seconds.multipliedReportingOverflow(by: 1_000)
        let (sum, isOverToo) = product.addingReportingOverflow(
            attoseconds / 1_000_000_000_000_000)
        guard !isOver, !isOverToo else { return seconds < 0 ? .min : .max }
        return sum
    }
}
