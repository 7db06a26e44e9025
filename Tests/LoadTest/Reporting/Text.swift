import Foundation

/// Numbers and columns as reports write them.
enum Text {
    /// A number with so many decimals.
    static func number(_ value: Double, decimals: Int) -> String {
        guard value.isFinite else { return "-" }
        return String(format: "%.\(decimals)f", value)
    }

    /// A text at the right edge of so many columns.
    static func left(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - text.count)) + text
    }

    /// A text at the left edge of so many columns.
    static func right(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: Swift.max(0, width - text.count))
    }

    /// A duration of so many microseconds, in the unit that people would choose.
    static func duration(_ microseconds: Double) -> String {
        switch microseconds {
        case ..<1_000: "\(number(microseconds, decimals: 0)) µs"
        case ..<10_000: "\(number(microseconds / 1_000, decimals: 2)) ms"
        case ..<100_000: "\(number(microseconds / 1_000, decimals: 1)) ms"
        case ..<1_000_000: "\(number(microseconds / 1_000, decimals: 0)) ms"
        default: "\(number(microseconds / 1_000_000, decimals: 2)) s"
        }
    }

    /// A rate a second, with commas between thousands.
    static func rate(_ value: Double) -> String {
        guard value.isFinite else { return "-" }
        return value < 100 ? number(value, decimals: 1) : count(Int(value.rounded()))
    }

    /// A whole number with commas between thousands.
    static func count(_ value: Int) -> String {
        var groups: [String] = []
        var rest = String(value.magnitude)
        while rest.count > 3 {
            groups.insert(String(rest.suffix(3)), at: 0)
            rest.removeLast(3)
        }
        return (value < 0 ? "-" : "") + ([rest] + groups).joined(separator: ",")
    }

    /// Bytes in mebibytes.
    static func memory(_ bytes: Int) -> String {
        "\(number(Double(bytes) / 1_048_576, decimals: 1)) MiB"
    }

    /// A share of 0 to 1 in percent.
    static func percent(_ share: Double) -> String { "\(number(share * 100, decimals: 1)) %" }
}
