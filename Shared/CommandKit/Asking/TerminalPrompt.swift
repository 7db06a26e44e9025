import Base
import CTerminal
import Glibc

/// Asks the user questions on stderr, so that stdout contains only results.
@Memberwise
public struct TerminalPrompt: Sendable {
    /// Why there is no answer.
    public enum Failure: Error, Equatable, Sendable {
        /// The input is not a terminal, so nobody can be asked.
        case noTerminal
        /// Ctrl-C.
        case interrupted
        /// The input ended.
        case ended
    }

    /// The longest answer in bytes.
    public static let answerBytesMax = 4_096

    private var input: Int32 = 0
    private var output: Int32 = 2

    /// Whether the input is a terminal, so that somebody can be asked.
    public var isTerminal: Bool { isatty(input) == 1 }

    /// Asks for a line without displaying it.
    public func secret(_ question: String) throws(Failure) -> [UInt8] {
        guard isTerminal else { throw .noTerminal }
        var before = termios()
        guard unsafe tcgetattr(input, &before) == 0 else { throw .noTerminal }
        var silent = before
        // Without ISIG Ctrl-C arrives as a byte, so that the terminal is always restored.
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

    /// Asks a yes/no question; any answer but `y` or `yes` means no.
    public func confirmed(_ question: String) throws(Failure) -> Bool {
        let answer = try line(question + " [y/N] ").lowercased()
        return answer == "y" || answer == "yes"
    }

    /// Lets `body` ask for several lines, each of which may exceed the terminal's own limit.
    /// Meanwhile Ctrl-C and Ctrl-D end a question with `interrupted` or `ended` instead of a
    /// signal. Pasted input remains available for the next question.
    public func editing<Value>(
        _ body: (_ ask: @escaping (_ question: String) throws(Failure) -> String) throws -> Value
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

    /// Returns the first line of input that is not a terminal, without its line end, for example a
    /// piped password.
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

/// The editor of a hidden line: rubout, line kill and end.
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
            // Remove all bytes of a multi-byte character.
            while let last = bytes.popLast(), last & 0xc0 == 0x80 {}
        default:
            if bytes.count < TerminalPrompt.answerBytesMax { bytes.append(byte) }
        }
        return .more
    }
}
