import CommandKit
import Contracts

/// The input and output of a run. Tests use one in memory.
struct Console {
    /// The capabilities of stdout.
    var traits: TerminalTraits
    /// The capabilities of stderr.
    var noteTraits = TerminalTraits.pipe
    /// Writes to stdout.
    var writeResult: ([UInt8]) -> Void
    /// Writes to stderr.
    var writeNote: ([UInt8]) -> Void
    /// Why a result could not be written; nil if it was, or if its reader closed the pipe.
    var resultProblem: () -> String? = { nil }
    /// Whether the reader of the result has closed the pipe.
    var isResultClosed: () -> Bool = { false }
    var prompt: any Prompting
    /// Opens a link with the machine's program for it; returns the error, or nil.
    var openLink: (_ url: String) -> String? = { LinkOpener.open($0) }
    /// Typesets a document as PDF.
    var print:
        (_ document: PrintedDocument, _ environment: [String: String]) throws ->
            PDFProgram.Pages = { try PDFProgram.print($0, environment: $1) }
    /// Makes, checks and puts back backups; the report's JSON.
    var backUp: (_ order: BackupOrder, _ environment: [String: String]) throws -> [UInt8] = {
        try BackupProgram.report(on: $0, environment: $1)
    }
    /// How `--watch` waits and draws.
    var watching = Watching()

    /// The parts of the process that `--watch` needs. The defaults show the list once.
    struct Watching {
        /// Waits for a duration; returns false once the reader is gone.
        var pause: (Duration) -> Bool = { _ in false }
        /// Begins, optionally with the whole screen. From then on Ctrl-C ends the process.
        var begin: (_ takesScreen: Bool) -> Void = { _ in }
        /// Restores the screen.
        var leaveScreen: () -> Void = {}
        /// The current capabilities of stdout; nil if they cannot change.
        var traits: () -> TerminalTraits? = { nil }
    }

    /// The process's own stdout, stderr and stdin.
    static func ofProcess(environment: [String: String]) -> Console {
        let result = OutputChannel(descriptor: 1)
        let note = OutputChannel(descriptor: 2)
        return Console(
            traits: .detected(descriptor: 1, environment: environment),
            noteTraits: .detected(descriptor: 2, environment: environment),
            writeResult: {
                result.write($0)
                result.flush()
            },
            writeNote: {
                note.write($0)
                note.flush()
            },
            resultProblem: { result.problem }, isResultClosed: { result.isClosed },
            prompt: TerminalPrompt(),
            watching: Watching(
                pause: { result.isRead(after: $0) },
                begin: { $0 ? WholeScreen.enter() : WholeScreen.exitOnSignals() },
                leaveScreen: { WholeScreen.leave() },
                traits: { .detected(descriptor: 1, environment: environment) }))
    }
}

/// Asks a person questions.
protocol Prompting {
    /// Whether questions can be asked.
    var isTerminal: Bool { get }
    /// Reads an answer without showing it.
    func secret(_ question: String) throws(TerminalPrompt.Failure) -> [UInt8]
    /// Reads one line.
    func line(_ question: String) throws(TerminalPrompt.Failure) -> String
    /// Asks a yes-or-no question; anything but yes is no.
    func confirmed(_ question: String) throws(TerminalPrompt.Failure) -> Bool
    /// Asks for several lines of any length, with Ctrl-C and Ctrl-D as answers.
    func editing<Value>(
        _ body: (
            _ ask: @escaping (_ question: String) throws(TerminalPrompt.Failure) -> String
        ) throws -> Value
    ) throws -> Value
    /// The first line of an input that is not a terminal.
    func firstLineOfInput() throws(TerminalPrompt.Failure) -> [UInt8]
}

extension TerminalPrompt: Prompting {}
