import Foundation
import Glibc

/// `compass` at a terminal of its own: what a person types, and what the screen shows.
final class TerminalSession {
    /// What was waited for did not come.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// How long anything may take to be shown.
    static let limit = Duration.seconds(20)

    /// Linux's TIOCSPTLCK and TIOCGPTN: glibc's functions around them are not visible in Swift.
    private static let lockRequest: UInt = 0x4004_5431
    private static let numberRequest: UInt = 0x8004_5430

    let child: ChildProcess
    private let master: Int32
    /// What was shown behind that which was waited for last.
    private(set) var rest = ""
    /// Everything that was shown.
    private(set) var screen = ""

    /// Starts `compass` with these words at a new terminal.
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

    /// Waits until a text is shown behind what was waited for before, and takes it.
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

    /// Types a line.
    func type(_ line: String) { press(Array(line.utf8) + [0x0d]) }

    /// Waits for a question and answers it.
    func answer(_ question: String, _ line: String) throws {
        try expect(question)
        type(line)
    }

    /// Presses keys.
    func press(_ bytes: [UInt8]) {
        let count = unsafe write(master, bytes, bytes.count)
        precondition(count == bytes.count, "a terminal took \(count) of \(bytes.count) bytes")
    }

    /// Whether the terminal shows what is typed and edits lines by itself, as before.
    var isAsBefore: Bool {
        var settings = termios()
        let wanted = tcflag_t(ECHO | ICANON | ISIG)
        return unsafe tcgetattr(master, &settings) == 0 && settings.c_lflag & wanted == wanted
    }

    /// Reads to the end and waits for it.
    func finish() throws -> ChildProcess.Ending {
        let end = ContinuousClock.now + Self.limit
        while ContinuousClock.now < end, read(until: end) {}
        guard ContinuousClock.now < end else {
            throw Failure(description: "it did not end. The screen:\n\(screen)")
        }
        return child.wait()
    }

    /// Some more of the screen; false when there will be none.
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
