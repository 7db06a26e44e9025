/// Time spans in the form that people type.
public enum SpanText {
    /// The longest accepted span in milliseconds: one year.
    public static let millisecondsMax = 365 * 86_400_000

    private static let units: [(suffix: String, milliseconds: Int)] = [
        ("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
    ]

    /// Returns the milliseconds of `500ms`, `5s`, `2m`, `1h` or `30d`; nil for zero, for more than
    /// a year and for any other text.
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
