import CTerminal
import Glibc

/// Questions to the person at the terminal. They go to stderr, so that results stay alone on
/// stdout.
public struct TerminalPrompt: Sendable {
    /// Why there is no answer.
    public enum Failure: Error, Equatable, Sendable {
        /// Input is no terminal, so nobody can be asked.
        case noTerminal
        /// Ctrl-C.
        case interrupted
        /// Input ended.
        case ended
    }

    /// Longest answer in bytes.
    public static let answerBytesMax = 4_096

    private let input: Int32
    private let output: Int32

    /// A prompt on stdin and stderr, or on descriptors of one's own.
    public init(input: Int32 = 0, output: Int32 = 2) {
        self.input = input
        self.output = output
    }

    /// Whether somebody can be asked.
    public var isTerminal: Bool { isatty(input) == 1 }

    /// Asks for a line that is not shown while it is typed.
    public func secret(_ question: String) throws(Failure) -> [UInt8] {
        guard isTerminal else { throw .noTerminal }
        var before = termios()
        guard unsafe tcgetattr(input, &before) == 0 else { throw .noTerminal }
        var silent = before
        // Without ISIG, Ctrl-C comes as a byte, and the terminal is always put back in order.
        silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        unsafe _ = tcsetattr(input, TCSAFLUSH, &silent)
        defer {
            unsafe _ = tcsetattr(input, TCSAFLUSH, &before)
            show("\n")
        }
        show(question)
        var editor = SecretLine()
        while true {
            guard let byte = readByte() else { throw .ended }
            switch editor.take(byte) {
            case .more: continue
            case .done(let line): return line
            case .interrupted: throw .interrupted
            case .ended: throw .ended
            }
        }
    }

    /// Asks for a line.
    public func line(_ question: String) throws(Failure) -> String {
        guard isTerminal else { throw .noTerminal }
        show(question)
        return String(decoding: try readLine(), as: UTF8.self)
    }

    /// Asks yes or no; anything but `y` or `yes` is no.
    public func confirmed(_ question: String) throws(Failure) -> Bool {
        let answer = try line(question + " [y/N] ").lowercased()
        return answer == "y" || answer == "yes"
    }

    /// Lets `body` ask for several lines, each of which may be far longer than a terminal's own
    /// editing allows. Meanwhile Ctrl-C and Ctrl-D are answers (`interrupted`, `ended`), not
    /// signals, and what was pasted waits for the next question.
    public func editing<Value>(
        _ body: (_ ask: (_ question: String) throws(Failure) -> String) throws -> Value
    ) throws -> Value {
        var before = termios()
        guard isTerminal, unsafe tcgetattr(input, &before) == 0 else { throw Failure.noTerminal }
        var plain = before
        plain.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
        unsafe _ = tcsetattr(input, TCSADRAIN, &plain)
        defer { unsafe _ = tcsetattr(input, TCSADRAIN, &before) }
        return try body { question throws(Failure) in try editedLine(question) }
    }

    private func editedLine(_ question: String) throws(Failure) -> String {
        show(question)
        let lastRow = question.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
        let columns = Int(compass_terminal_columns(output))
        var editor = LineEditor(
            columns: columns > 0 ? columns : TerminalTraits.columnsDefault,
            startColumn: DisplayWidth.columns(of: String(lastRow)))
        defer { show("\n") }
        while true {
            guard let byte = readByte() else { throw .ended }
            switch editor.take(byte) {
            case .echo(let bytes): if !bytes.isEmpty { show(bytes) }
            case .done(let line): return line
            case .interrupted: throw .interrupted
            case .ended: throw .ended
            }
        }
    }

    /// The first line of an input that is no terminal, without its end: a password from a pipe.
    public func firstLineOfInput() throws(Failure) -> [UInt8] { try readLine() }

    private func readLine() throws(Failure) -> [UInt8] {
        var line: [UInt8] = []
        while line.count < Self.answerBytesMax {
            guard let byte = readByte() else {
                if line.isEmpty { throw .ended }
                break
            }
            if byte == 0x0a { break }
            line.append(byte)
        }
        if line.last == 0x0d { line.removeLast() }
        return line
    }

    private func readByte() -> UInt8? {
        var byte: UInt8 = 0
        while true {
            let count = unsafe read(input, &byte, 1)
            if count == 1 { return byte }
            if count == 0 || errno != EINTR { return nil }
        }
    }

    private func show(_ text: String) { show(Array(text.utf8)) }

    private func show(_ bytes: [UInt8]) {
        let channel = OutputChannel(descriptor: output)
        channel.write(bytes)
        channel.flush()
    }
}

/// The editing of a line that is not shown: rubout, line kill, end.
struct SecretLine {
    enum Step: Equatable {
        case more
        case done([UInt8])
        case interrupted
        case ended
    }

    private var bytes: [UInt8] = []

    mutating func take(_ byte: UInt8) -> Step {
        switch byte {
        case 0x0a, 0x0d: return .done(bytes)
        case 0x03: return .interrupted
        case 0x04: return bytes.isEmpty ? .ended : .more
        case 0x15: bytes = []
        case 0x7f, 0x08:
            // A character of several bytes goes as a whole.
            while let last = bytes.popLast(), last & 0xc0 == 0x80 {}
        default:
            if bytes.count < TerminalPrompt.answerBytesMax { bytes.append(byte) }
        }
        return .more
    }
}
