/// The progress of a transfer in one line: `photo.jpg  [#####-----]  50%  5.0 of 10.0 MB`.
public struct ProgressLine: Sendable {
    /// The columns of the bar, without its brackets.
    static let barColumns = 20
    /// The most columns of the label.
    static let labelColumnsMax = 24

    private let label: String
    private let total: Int

    /// Creates a line for `total` bytes with this label.
    public init(_ label: String, total: Int) {
        self.label = label
        self.total = max(total, 0)
    }

    /// Returns the progress in percent, 0 to 100; 100 if the total is 0.
    public func percent(_ done: Int) -> Int {
        total == 0 ? 100 : min(max(done, 0), total) * 100 / total
    }

    /// Returns the line for this width; parts that do not fit are omitted from the right.
    public func text(_ done: Int, columns: Int) -> String {
        let percent = percent(done)
        let filled = percent * Self.barColumns / 100
        let bar =
            String(repeating: "#", count: filled)
            + String(repeating: "-", count: Self.barColumns - filled)
        let parts = [
            DisplayWidth.truncated(VisibleText.line(label), to: Self.labelColumnsMax),
            "[\(bar)]", DisplayWidth.padded("\(percent)%", to: 4, rightAligned: true),
            "\(Self.megabytes(done)) of \(Self.megabytes(total)) MB",
        ]
        var text = ""
        for part in parts {
            let next = text.isEmpty ? part : text + "  " + part
            // Keep the last column free, because some terminals wrap there.
            guard DisplayWidth.columns(of: next) < columns else { break }
            text = next
        }
        return text
    }

    /// Returns bytes in units of 1,048,576 with one decimal.
    private static func megabytes(_ bytes: Int) -> String {
        let tenths = max(bytes, 0) * 10 / 1_048_576
        return "\(tenths / 10).\(tenths % 10)"
    }
}
