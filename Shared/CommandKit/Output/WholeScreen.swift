import Glibc

/// A terminal's other screen, which a program may draw as it likes: what stood on the terminal
/// comes back when it is left, however the program ends.
public enum WholeScreen {
    private static let enterText: StaticString = "\u{1b}[?1049h\u{1b}[?25l"
    private static let leaveText: StaticString = "\u{1b}[?25h\u{1b}[?1049l"

    /// Takes the screen of stdout's terminal and hides the cursor. From now on Ctrl-C and SIGTERM
    /// give it back and end the process with 130 or 143.
    public static func enter() {
        write(enterText)
        for number in [SIGINT, SIGTERM] {
            signal(number) { number in
                WholeScreen.leave()
                _exit(128 + number)
            }
        }
    }

    /// Gives the screen back. Safe in a signal handler.
    public static func leave() { write(leaveText) }

    /// Lets Ctrl-C end the process with 130, and SIGTERM with 143, where no screen was taken.
    public static func exitOnSignals() {
        for number in [SIGINT, SIGTERM] {
            signal(number) { _exit(128 + $0) }
        }
    }

    /// What draws a page over the one before: its first lines, as many as fit, and below them a
    /// line of its own.
    public static func frame(_ page: String, status: String, rows: Int) -> String {
        var lines = page.split(separator: "\n", omittingEmptySubsequences: false)[...]
        if lines.last == "" { lines.removeLast() }
        let room = max(rows - 1, 1)
        var shown = lines.prefix(room).map(String.init)
        if lines.count > room {
            shown = lines.prefix(room - 1).map(String.init)
            shown.append("… \(lines.count - shown.count) more lines")
        }
        // Each line clears its rest, the end clears what was below: nothing flickers.
        return "\u{1b}[H" + shown.map { $0 + "\u{1b}[K\n" }.joined() + status + "\u{1b}[K\u{1b}[J"
    }

    private static func write(_ text: StaticString) {
        _ = unsafe Glibc.write(1, text.utf8Start, text.utf8CodeUnitCount)
    }
}
