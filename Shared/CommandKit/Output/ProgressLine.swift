/// Progress in one line of a terminal, which is drawn again and again and erased at the end:
/// `photo.jpg  [#####-----]  50%  5.0 of 10.0 MiB` if the total is known, otherwise `Row 250 …`.
/// Nothing is drawn in a pipe or in accessible mode, where lines must not be overwritten.
public final class ProgressLine {
    /// The columns of the bar, without its brackets.
    static let barColumns = 20
    /// The most columns of the label.
    static let labelColumnsMax = 24

    private let label: String
    private let total: Int?
    private let traits: TerminalTraits
    private let write: ([UInt8]) -> Void
    private var shown = ""

    /// Creates a line with this label, of a transfer of `total` bytes or of a count without a
    /// known end. `write` draws on the terminal that `traits` describes.
    public init(
        _ label: String, total: Int?, on traits: TerminalTraits,
        write: @escaping ([UInt8]) -> Void
    ) {
        self.label = label
        self.total = total.map { max($0, 0) }
        self.traits = traits
        self.write = write
    }

    /// Draws the line if its text has changed.
    public func show(_ done: Int) {
        guard traits.isTerminal, !traits.isAccessible else { return }
        let text = text(done, columns: traits.columns)
        guard text != shown else { return }
        draw(DisplayWidth.padded(text, to: DisplayWidth.columns(of: shown)))
        shown = text
    }

    /// Erases the line.
    public func end() {
        guard !shown.isEmpty else { return }
        draw(String(repeating: " ", count: DisplayWidth.columns(of: shown)))
        draw("")
        shown = ""
    }

    private func draw(_ text: String) { write(Array(("\r" + text).utf8)) }

    /// Returns the line for this width; parts that do not fit are omitted from the right.
    func text(_ done: Int, columns: Int) -> String {
        let name = DisplayWidth.truncated(VisibleText.line(label), to: Self.labelColumnsMax)
        guard let total else { return Self.fitting(["\(name) \(done) …"], columns) }
        let percent = Self.percent(done, of: total)
        let filled = percent * Self.barColumns / 100
        let bar =
            String(repeating: "#", count: filled)
            + String(repeating: "-", count: Self.barColumns - filled)
        return Self.fitting(
            [
                name, "[\(bar)]", DisplayWidth.padded("\(percent)%", to: 4, rightAligned: true),
                "\(Self.mebibytes(done)) of \(Self.mebibytes(total)) MiB",
            ], columns)
    }

    private static func fitting(_ parts: [String], _ columns: Int) -> String {
        var text = ""
        for part in parts {
            let next = text.isEmpty ? part : text + "  " + part
            // Keep the last column free, because some terminals wrap there.
            guard DisplayWidth.columns(of: next) < columns else { break }
            text = next
        }
        return text
    }

    /// Returns the progress in percent, 0 to 100; 100 if the total is 0.
    static func percent(_ done: Int, of total: Int) -> Int {
        total == 0 ? 100 : min(max(done, 0), total) * 100 / total
    }

    /// Returns bytes in units of 1,048,576 with one decimal.
    private static func mebibytes(_ bytes: Int) -> String {
        let tenths = max(bytes, 0) * 10 / 1_048_576
        return "\(tenths / 10).\(tenths % 10)"
    }
}
