/// Spans of time as people type them.
public enum SpanText {
    /// The longest span that is taken, in milliseconds: a year.
    public static let millisecondsMax = 365 * 86_400_000

    private static let units: [(suffix: String, milliseconds: Int)] = [
        ("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
    ]

    /// The milliseconds of `500ms`, `5s`, `2m`, `1h` or `30d`; nil for anything else, for nothing
    /// and for more than a year.
    public static func milliseconds(_ text: String) -> Int? {
        for unit in units where text.hasSuffix(unit.suffix) {
            let digits = text.dropLast(unit.suffix.count)
            guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }),
                let count = Int(digits)
            else { continue }
            let (product, overflow) = count.multipliedReportingOverflow(by: unit.milliseconds)
            guard !overflow, product > 0, product <= millisecondsMax else { return nil }
            return product
        }
        return nil
    }
}
