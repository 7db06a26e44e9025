/// Bars made of characters: eighths of a block where the terminal has them, else plain ASCII.
public struct TextBars: Sendable {
    /// Whether blocks may be used; ASCII otherwise.
    public let hasBlocks: Bool

    /// Bars for what stdout can show.
    public init(_ traits: TerminalTraits) { hasBlocks = traits.hasUnicode && !traits.isDumb }

    /// A lying bar of so many columns: `share` of it (0 to 1) filled, the rest a track. Whatever is
    /// not 0 shows.
    public func lying(_ share: Double, columns: Int) -> (filled: String, track: String) {
        let columns = max(columns, 1)
        let parts = hasBlocks ? 8 : 1
        let count = Self.steps(share, of: columns * parts)
        guard hasBlocks else {
            return (
                String(repeating: "#", count: count),
                String(repeating: ".", count: columns - count)
            )
        }
        let rest = count % 8
        let filled =
            String(repeating: "█", count: count / 8) + (rest > 0 ? Self.lyingEighths[rest - 1] : "")
        let used = count / 8 + (rest > 0 ? 1 : 0)
        return (filled, String(repeating: "░", count: columns - used))
    }

    /// Upright bars beside each other, as rows of text from the top: each bar `width` columns wide,
    /// with `gap` columns behind it. Shares are 0 to 1; whatever is not 0 shows.
    public func upright(_ shares: [Double], rows: Int, width: Int, gap: Int) -> [String] {
        let rows = max(rows, 1)
        let parts = hasBlocks ? 8 : 2
        let steps = shares.map { Self.steps($0, of: rows * parts) }
        let blank = String(repeating: " ", count: max(gap, 0))
        return (0..<rows).map { row in
            let below = (rows - 1 - row) * parts
            let cells = steps.map { step in
                String(repeating: cell(step - below, of: parts), count: max(width, 1))
            }
            var line = cells.joined(separator: blank)
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    private func cell(_ step: Int, of parts: Int) -> String {
        if step <= 0 { return " " }
        if step >= parts { return hasBlocks ? "█" : "#" }
        return hasBlocks ? Self.uprightEighths[step - 1] : "."
    }

    private static func steps(_ share: Double, of all: Int) -> Int {
        guard share.isFinite, share > 0 else { return 0 }
        return min(max(Int((min(share, 1) * Double(all)).rounded()), 1), all)
    }

    private static let lyingEighths = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    private static let uprightEighths = ["▁", "▂", "▃", "▄", "▅", "▆", "▇"]
}
