import Glibc

/// The terminal's alternate screen, on which a program may draw freely. Leaving it restores the
/// former content, however the program ends.
public enum WholeScreen {
    private static let enterText: StaticString = "\u{1b}[?1049h\u{1b}[?25l"
    private static let leaveText: StaticString = "\u{1b}[?25h\u{1b}[?1049l"

    /// Switches stdout's terminal to the alternate screen and hides the cursor. From then on Ctrl-C
    /// and SIGTERM restore the screen and end the process with 130 or 143.
    public static func enter() {
        write(enterText)
        for number in [SIGINT, SIGTERM] {
            signal(number) { number in
                WholeScreen.leave()
                _exit(128 + number)
            }
        }
    }

    /// Restores the screen. Safe in a signal handler.
    public static func leave() { write(leaveText) }

    /// Makes Ctrl-C end the process with 130 and SIGTERM with 143, without an alternate screen.
    public static func exitOnSignals() {
        for number in [SIGINT, SIGTERM] {
            signal(number) { _exit(128 + $0) }
        }
    }

    /// Returns the text that draws a page over the previous one: its first lines, as many as fit,
    /// and the status line below them.
    public static func frame(_ page: String, status: String, rows: Int) -> String {
        var lines = page.split(separator: "\n", omittingEmptySubsequences: false)[...]
        if lines.last == "" { lines.removeLast() }
        let room = max(rows - 1, 1)
        var shown = lines.prefix(room).map(String.init)
        if lines.count > room {
            shown = lines.prefix(room - 1).map(String.init)
            shown.append("… \(lines.count - shown.count) more lines")
        }
        // Clear the rest of each line and then everything below, to avoid flicker.
        return "\u{1b}[H" + shown.map { $0 + "\u{1b}[K\n" }.joined() + status + "\u{1b}[K\u{1b}[J"
    }

    private static func write(_ text: StaticString) {
        _ = unsafe Glibc.write(1, text.utf8Start, text.utf8CodeUnitCount)
    }
}
