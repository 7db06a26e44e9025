import Foundation

/// Formatting of numbers and columns in reports.
enum Text {
    static func number(_ value: Double, decimals: Int) -> String {
        guard value.isFinite else { return "-" }
        return String(format: "%.\(decimals)f", value)
    }

    /// Right-aligns a text by padding on the left.
    static func left(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - text.count)) + text
    }

    /// Left-aligns a text by padding on the right.
    static func right(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: Swift.max(0, width - text.count))
    }

    /// A duration in the most readable unit.
    static func duration(_ microseconds: Double) -> String {
        switch microseconds {
        case ..<1_000: "\(number(microseconds, decimals: 0)) µs"
        case ..<10_000: "\(number(microseconds / 1_000, decimals: 2)) ms"
        case ..<100_000: "\(number(microseconds / 1_000, decimals: 1)) ms"
        case ..<1_000_000: "\(number(microseconds / 1_000, decimals: 0)) ms"
        default: "\(number(microseconds / 1_000_000, decimals: 2)) s"
        }
    }

    /// A rate, with thousands separators.
    static func rate(_ value: Double) -> String {
        guard value.isFinite else { return "-" }
        return value < 100 ? number(value, decimals: 1) : count(Int(value.rounded()))
    }

    /// An integer with thousands separators.
    static func count(_ value: Int) -> String {
        var groups: [String] = []
        var rest = String(value.magnitude)
        while rest.count > 3 {
            groups.insert(String(rest.suffix(3)), at: 0)
            rest.removeLast(3)
        }
        return (value < 0 ? "-" : "") + ([rest] + groups).joined(separator: ",")
    }

    /// A size in mebibytes.
    static func memory(_ bytes: Int) -> String {
        "\(number(Double(bytes) / 1_048_576, decimals: 1)) MiB"
    }

    /// A share (0 to 1) in percent.
    static func percent(_ share: Double) -> String { "\(number(share * 100, decimals: 1)) %" }
}
