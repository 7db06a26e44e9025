/// How far a transfer has come, in one line: `photo.jpg  [#####-----]  50%  5.0 of 10.0 MB`.
public struct ProgressLine: Sendable {
    /// Columns of the bar, without its brackets.
    static let barColumns = 20
    /// Columns of the label at most.
    static let labelColumnsMax = 24

    private let label: String
    private let total: Int

    /// A line for so many bytes under this label.
    public init(_ label: String, total: Int) {
        self.label = label
        self.total = max(total, 0)
    }

    /// Hundredths that are done, 0 to 100; nothing to do is all done.
    public func percent(_ done: Int) -> Int {
        total == 0 ? 100 : min(max(done, 0), total) * 100 / total
    }

    /// The line in so many columns; what has no room is left out from the right.
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
            // The last column stays free: some terminals wrap there.
            guard DisplayWidth.columns(of: next) < columns else { break }
            text = next
        }
        return text
    }

    /// Bytes in units of 1,048,576 with one digit.
    private static func megabytes(_ bytes: Int) -> String {
        let tenths = max(bytes, 0) * 10 / 1_048_576
        return "\(tenths / 10).\(tenths % 10)"
    }
}
