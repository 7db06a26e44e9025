import CommandKit
import Contracts

/// The progress of one transfer on a terminal's stderr; nothing in a pipe, with `-q`, where lines
/// must not be drawn over, or for a file that one part holds.
final class TransferProgress {
    private let console: Console
    private let line: ProgressLine?
    private var shownPercent = -1
    private var shownColumns = 0

    init(_ label: String, total: Int, _ run: CommandRun) {
        console = run.console
        let traits = run.console.noteTraits
        let isShown =
            traits.isTerminal && !traits.isAccessible && !run.isQuiet
            && total > AttachmentLimit.chunkBytesMax
        line = isShown ? ProgressLine(label, total: total) : nil
    }

    /// Draws what is done over what was drawn before, whenever a hundredth has come.
    func show(_ done: Int) {
        guard let line, line.percent(done) != shownPercent else { return }
        shownPercent = line.percent(done)
        let text = line.text(done, columns: console.noteTraits.columns)
        let columns = DisplayWidth.columns(of: text)
        draw(DisplayWidth.padded(text, to: shownColumns))
        shownColumns = columns
    }

    /// Takes the line away.
    func end() {
        guard shownColumns > 0 else { return }
        draw(String(repeating: " ", count: shownColumns))
        draw("")
        shownColumns = 0
    }

    private func draw(_ text: String) { console.writeNote(Array(("\r" + text).utf8)) }
}
