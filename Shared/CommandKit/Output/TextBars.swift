/// Bars made of characters: eighths of a block if the terminal supports them, otherwise ASCII.
public struct TextBars: Sendable {
    /// Whether block characters may be used.
    public let hasBlocks: Bool

    /// Creates bars for these traits.
    public init(_ traits: TerminalTraits) { hasBlocks = traits.hasUnicode && !traits.isDumb }

    /// Returns a horizontal bar of `columns` columns: the filled part, a share from 0 to 1, and the
    /// rest as a track. A share above 0 is always visible.
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

    /// Returns vertical bars side by side as rows of text from the top. Each bar is `width` columns
    /// wide and followed by `gap` columns. Shares are from 0 to 1; a share above 0 is always
    /// visible.
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
