/// Formats numbers for axes.
public enum ValueText {
    /// Returns a value as text: without unnecessary decimals, in thousands, millions or more if it
    /// is large, otherwise with three significant digits.
    public static func short(_ value: Double) -> String {
        guard value.isFinite else { return "" }
        guard value.magnitude < 1e15 else { return String(value) }
        let units: [(least: Double, sign: String)] = [(1e9, " G"), (1e6, " M"), (1e4, " k")]
        for unit in units where value.magnitude >= unit.least {
            let divisor = unit.least == 1e4 ? 1e3 : unit.least
            return digits(value / divisor) + unit.sign
        }
        return digits(value)
    }

    /// Returns at least three significant digits, without trailing zeros.
    private static func digits(_ value: Double) -> String {
        let size = value.magnitude
        guard size >= 0.001 || size == 0 else { return String(value) }
        let decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 5
        let factor = (0..<decimals).reduce(1.0) { whole, _ in whole * 10 }
        let scaled = Int((value * factor).rounded())
        let whole = scaled.magnitude / UInt(factor)
        var rest = String(scaled.magnitude % UInt(factor))
        rest = String(repeating: "0", count: max(decimals - rest.count, 0)) + rest
        while rest.last == "0" { rest.removeLast() }
        return (scaled < 0 ? "-" : "") + String(whole) + (rest.isEmpty ? "" : "." + rest)
    }
}
