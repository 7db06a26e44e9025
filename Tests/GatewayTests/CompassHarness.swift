import CommandKit
import Contracts
import Foundation
import ServiceKit
import Support
import Synchronization
import Testing

@testable import Gateway

/// Answers calls from a script and remembers them.
final class ScriptedTransport: CallTransport {
    typealias Script = @Sendable (OutgoingCall) -> Outcome

    private let calls = Mutex<[OutgoingCall]>([])
    private let script: Script

    init(_ script: @escaping Script) { self.script = script }

    var seen: [OutgoingCall] { calls.withLock { $0 } }

    func send(_ call: OutgoingCall, deliver: @escaping @Sendable (Outcome) -> Void) {
        calls.withLock { $0.append(call) }
        deliver(script(call))
    }
}

/// Answers questions from a list.
final class ScriptedPrompt: Prompting {
    let isTerminal: Bool
    private var answers: [String]
    private(set) var questions: [String] = []

    init(isTerminal: Bool = true, answers: [String] = []) {
        self.isTerminal = isTerminal
        self.answers = answers
    }

    private func next(_ question: String) throws(TerminalPrompt.Failure) -> String {
        questions.append(question)
        guard !answers.isEmpty else { throw .ended }
        return answers.removeFirst()
    }

    func secret(_ question: String) throws(TerminalPrompt.Failure) -> [UInt8] {
        guard isTerminal else { throw .noTerminal }
        return Array(try next(question).utf8)
    }
    func line(_ question: String) throws(TerminalPrompt.Failure) -> String {
        guard isTerminal else { throw .noTerminal }
        return try next(question)
    }
    func confirmed(_ question: String) throws(TerminalPrompt.Failure) -> Bool {
        guard isTerminal else { throw .noTerminal }
        return try next(question) == "y"
    }
    /// `^C` and `^D` among the answers are the keys.
    func editing<Value>(
        _ body: (
            _ ask: @escaping (_ question: String) throws(TerminalPrompt.Failure) -> String
        ) throws -> Value
    ) throws -> Value {
        guard isTerminal else { throw TerminalPrompt.Failure.noTerminal }
        return try body { question throws(TerminalPrompt.Failure) in
            let answer = try self.next(question)
            if answer == "^C" { throw .interrupted }
            if answer == "^D" { throw .ended }
            return answer
        }
    }
    func firstLineOfInput() throws(TerminalPrompt.Failure) -> [UInt8] {
        Array(try next("stdin").utf8)
    }
}

/// What a command line gave.
struct Ran {
    let code: ExitCode
    let out: String
    let err: String

    /// Expects that the command failed with this code and wrote exactly these errors.
    func expectFailure(
        _ code: ExitCode, _ errors: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(self.code == code, sourceLocation: sourceLocation)
        #expect(err == errors, sourceLocation: sourceLocation)
    }
}

/// A CLI in a folder of its own, against scripted services.
final class CompassHarness {
    private static let zoneTurn = Mutex(())
    static let now = "2026-02-10T12:00:00.000Z"

    let folder: TemporaryFolder
    var environment: [String: String]
    var transport: ScriptedTransport
    var prompt = ScriptedPrompt(isTerminal: false)
    var noteTraits = TerminalTraits.pipe
    var resultProblem: String?
    /// Whether the reader of the results went away.
    var isUnread = false
    var endpointProblem: (any Error)?
    /// What opens links; no program at all by default.
    var openLink: (String) -> String? = { _ in "No program." }
    /// What sets pages; nothing by default.
    var print: (PrintedDocument, [String: String]) throws -> PDFProgram.Pages = { _, _ in
        throw CommandFailure(.internal, "No pages.")
    }
    /// What makes, checks and puts back backups; nothing by default.
    var backUp: (BackupOrder, [String: String]) throws -> [UInt8] = { _, _ in
        throw CommandFailure(.internal, "No backups.")
    }
    /// How `--watch` waits and draws; shown once by default.
    var watching = Console.Watching()

    init(
        _ script: @escaping ScriptedTransport.Script = Fixture.script,
        folder: TemporaryFolder? = nil
    ) throws {
        self.folder = try folder ?? TemporaryFolder()
        let folder = self.folder
        environment = [
            "COMPASS_HOME": folder.path("home"), "COMPASS_NOW": Self.now, "COMPASS_TZ": "UTC",
        ]
        transport = ScriptedTransport(script)
    }

    var store: SignInStore { SignInStore(home: CompassHome(path: folder.path("home"))) }

    /// Runs a command line, by default into a pipe.
    func run(_ line: String..., traits: TerminalTraits = .pipe) -> Ran {
        run(words: line.flatMap { $0.split(separator: " ").map(String.init) }, traits: traits)
    }

    /// Runs a command line whose questions get these answers.
    func run(
        _ line: String, answering answer: String, _ others: String..., traits: TerminalTraits
    ) -> Ran {
        prompt = ScriptedPrompt(answers: [answer] + others)
        return run(words: line.split(separator: " ").map(String.init), traits: traits)
    }

    func run(words: [String], traits: TerminalTraits = .pipe) -> Ran {
        var out: [UInt8] = []
        var err: [UInt8] = []
        let console = Console(
            traits: traits, noteTraits: noteTraits, writeResult: { out += $0 },
            writeNote: { err += $0 },
            resultProblem: { [weak self] in self?.resultProblem },
            isResultClosed: { [weak self] in self?.resultProblem != nil || self?.isUnread == true },
            prompt: prompt, openLink: openLink, print: print, backUp: backUp, watching: watching)
        let transport = transport
        let compass = Compass(
            environment: environment, console: console,
            makeTransport: { _, _ in
                if let endpointProblem = self.endpointProblem { throw endpointProblem }
                return transport
            })
        // The C library has one time zone a process; runs take turns, as processes do.
        let code = Self.zoneTurn.withLock { _ in compass.run(words) }
        return Ran(
            code: code, out: String(decoding: out, as: UTF8.self),
            err: String(decoding: err, as: UTF8.self))
    }

    /// The last request of an operation that was sent.
    func sent<Op: Contracts.Operation>(_ operation: Op.Type) throws -> Op.Request {
        let call = try #require(transport.seen.last { $0.operation == Op.name })
        return try JSONCoding.decodeRequest(Op.Request.self, from: call.payload)
    }

    /// A harness whose user is signed in.
    static func signedIn(
        as name: String = "default", role: Role = .player,
        _ script: @escaping ScriptedTransport.Script = Fixture.script,
        folder: TemporaryFolder? = nil
    ) throws -> CompassHarness {
        let harness = try CompassHarness(script, folder: folder)
        try harness.signIn(as: name, role: role)
        return harness
    }

    /// The commands in a folder of pending ones.
    static func pendingCommands(in path: String) -> [PendingCommand] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return files.filter { $0.hasSuffix(".json") }.compactMap { file in
            FileManager.default.contents(atPath: "\(path)/\(file)")
                .flatMap { try? JSONDecoder().decode(PendingCommand.self, from: $0) }
        }
    }

    /// Stores a sign-in as `login` would.
    func signIn(as name: String = "default", role: Role = .player) throws {
        try store.save(
            SignIn(
                token: "token-of-\(name)", user: Fixture.user(role), sessionID: Fixture.sessionID,
                expiresAt: Instant.latest, activeFamily: nil), as: name)
        try store.setCurrent(name)
    }
}
