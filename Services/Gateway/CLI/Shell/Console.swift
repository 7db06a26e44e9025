import CommandKit
import Contracts

/// Where a run's text goes, and whom it can ask. Tests have one in memory.
struct Console {
    /// What stdout can show.
    var traits: TerminalTraits
    /// What stderr can show.
    var noteTraits = TerminalTraits.pipe
    /// Results.
    var writeResult: ([UInt8]) -> Void
    /// Everything else.
    var writeNote: ([UInt8]) -> Void
    /// Why a result could not be written; nil when it was, or when nobody wanted more of it.
    var resultProblem: () -> String? = { nil }
    /// Whether nobody takes any more of the result.
    var isResultClosed: () -> Bool = { false }
    /// Who answers questions.
    var prompt: any Prompting
    /// Hands a link to the machine's program for it; answers why it could not, or nil.
    var openLink: (_ url: String) -> String? = { LinkOpener.open($0) }
    /// Sets a document as PDF.
    var print:
        (_ document: PrintedDocument, _ environment: [String: String]) throws ->
            PDFProgram.Pages = { try PDFProgram.print($0, environment: $1) }
    /// Makes, checks and puts back backups; the report's JSON.
    var backUp: (_ order: BackupOrder, _ environment: [String: String]) throws -> [UInt8] = {
        try BackupProgram.report(on: $0, environment: $1)
    }
    /// How `--watch` waits and draws.
    var watching = Watching()

    /// What a list that is watched needs of the process. Without it, the list is shown once.
    struct Watching {
        /// Waits so long; false once nobody reads the results any more.
        var pause: (Duration) -> Bool = { _ in false }
        /// Begins, with the whole screen or without. From now on Ctrl-C ends the process.
        var begin: (_ takesScreen: Bool) -> Void = { _ in }
        /// Gives the screen back.
        var leaveScreen: () -> Void = {}
        /// What stdout can show by now, where that is known anew.
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

/// Somebody who can be asked.
protocol Prompting {
    /// Whether questions can be asked at all.
    var isTerminal: Bool { get }
    /// An answer that is not shown while it is typed.
    func secret(_ question: String) throws(TerminalPrompt.Failure) -> [UInt8]
    /// A line.
    func line(_ question: String) throws(TerminalPrompt.Failure) -> String
    /// Yes or no; anything but yes is no.
    func confirmed(_ question: String) throws(TerminalPrompt.Failure) -> Bool
    /// Several lines of any length, with Ctrl-C and Ctrl-D as answers.
    func editing<Value>(
        _ body: (_ ask: (_ question: String) throws(TerminalPrompt.Failure) -> String) throws ->
            Value
    ) throws -> Value
    /// The first line of an input that is no terminal.
    func firstLineOfInput() throws(TerminalPrompt.Failure) -> [UInt8]
}

extension TerminalPrompt: Prompting {}
