import Foundation
import Glibc

/// `compass` in a pseudo-terminal: sends keys and reads the screen.
final class TerminalSession {
    /// An expected text did not appear.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The longest wait for a text.
    static let limit = Duration.seconds(20)

    /// Linux's TIOCSPTLCK and TIOCGPTN; the glibc functions that use them are not visible in Swift.
    private static let lockRequest: UInt = 0x4004_5431
    private static let numberRequest: UInt = 0x8004_5430

    let child: ChildProcess
    private let master: Int32
    /// The output after the text expected last.
    private(set) var rest = ""
    /// All output.
    private(set) var screen = ""

    /// Starts `compass` in a new terminal.
    init(_ system: SystemUnderTest, _ words: [String], as person: String) throws {
        let master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var locked: Int32 = 0
        var number: UInt32 = 0
        guard master >= 0, unsafe ioctl(master, Self.lockRequest, &locked) == 0,
            unsafe ioctl(master, Self.numberRequest, &number) == 0
        else { throw Failure(description: "there are no terminals") }
        let name = "/dev/pts/\(number)"
        let slave = unsafe open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
        defer { close(slave) }
        var environment = system.environment
        environment["TERM"] = "xterm"
        environment["NO_COLOR"] = "1"
        environment["COLUMNS"] = "100"
        self.master = master
        child = try ChildProcess(
            Program.path("compass"), words + ["--as", person], environment: environment,
            descriptors: [0: slave, 1: slave, 2: slave])
    }

    deinit {
        child.send(SIGKILL)
        child.wait()
        close(master)
    }

    /// Waits until a text appears after the previously expected one.
    func expect(_ text: String) throws {
        let end = ContinuousClock.now + Self.limit
        while true {
            if let found = rest.range(of: text) {
                rest = String(rest[found.upperBound...])
                return
            }
            guard ContinuousClock.now < end, read(until: end) else {
                throw Failure(description: "\"\(text)\" was not shown. The screen:\n\(screen)")
            }
        }
    }

    func type(_ line: String) { press(Array(line.utf8) + [0x0d]) }

    /// Waits for a prompt and answers it.
    func answer(_ question: String, _ line: String) throws {
        try expect(question)
        type(line)
    }

    func press(_ bytes: [UInt8]) {
        let count = unsafe write(master, bytes, bytes.count)
        precondition(count == bytes.count, "a terminal took \(count) of \(bytes.count) bytes")
    }

    /// Whether the terminal is again in its normal mode: it echoes and edits lines.
    var isAsBefore: Bool {
        var settings = termios()
        let wanted = tcflag_t(ECHO | ICANON | ISIG)
        return unsafe tcgetattr(master, &settings) == 0 && settings.c_lflag & wanted == wanted
    }

    /// Reads the remaining output and waits for the process to end.
    func finish() throws -> ChildProcess.Ending {
        let end = ContinuousClock.now + Self.limit
        while ContinuousClock.now < end, read(until: end) {}
        guard ContinuousClock.now < end else {
            throw Failure(description: "it did not end. The screen:\n\(screen)")
        }
        return child.wait()
    }

    /// Reads more output. Returns false at the end.
    private func read(until end: ContinuousClock.Instant) -> Bool {
        let left = max((end - ContinuousClock.now).milliseconds, 0)
        var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&waiting, 1, Int32(clamping: left)) > 0 else { return false }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe Glibc.read(master, &bytes, bytes.count)
        guard count > 0 else { return false }
        let text = String(decoding: bytes.prefix(count), as: UTF8.self)
            .replacing("\r\n", with: "\n")
        rest += text
        screen += text
        return true
    }
}
