import CommandKit
import Contracts
import ServiceKit

/// The program without its process: takes arguments and an environment, writes text and returns an
/// exit code.
struct Compass {
    /// Makes the transport to the services, either for one call at a time or for overlapping calls.
    typealias TransportFactory =
        (_ endpoint: String, _ overlapsCalls: Bool) throws -> any CallTransport

    private let environment: [String: String]
    private let console: Console
    private let makeTransport: TransportFactory

    init(
        environment: [String: String], console: Console,
        makeTransport: @escaping TransportFactory
    ) {
        self.environment = environment
        self.console = console
        self.makeTransport = makeTransport
    }

    /// Runs one command line, given without the program's name.
    func run(_ arguments: [String]) -> ExitCode {
        if arguments.first == "__complete" {
            complete(Array(arguments.dropFirst()))
            return .success
        }
        // On its own, `--version` asks for the program's version; `--version N` of an edit names a
        // record's version.
        let arguments = arguments == ["--version"] ? ["version"] : arguments
        let start = ContinuousClock.now
        do {
            switch try CommandParser(CompassTable.table).parse(arguments) {
            case .help(let path):
                let columns = console.traits.isTerminal ? console.traits.columns : 80
                let page = HelpText(CompassTable.table).page(for: path, columns: columns)
                console.writeResult(Array(page.utf8))
                return written(.success)
            case .run(let invocation):
                return run(invocation, start)
            }
        } catch {
            // Only the parser throws here; a line that it rejects may still have asked for JSON.
            let wantsJSON = wantsJSON(arguments)
            var failure = CommandFailure(error)
            if let given = error.invocation, wantsJSON || !console.prompt.isTerminal {
                let command = CompassTable.commands.first {
                    $0.declaration.path == given.command.path
                }
                failure.add(missing: command?.missing(given) ?? [])
            }
            return report(failure, wantsJSON: wantsJSON, isVerbose: false)
        }
    }

    /// Whether JSON was requested, by an unparsable command line or by the environment.
    private func wantsJSON(_ arguments: [String]) -> Bool {
        if arguments.contains("--json") { return true }
        let values = zip(arguments, arguments.dropFirst() + [""]).compactMap { flag, next in
            if flag == "-o" || flag == "--output" { return next }
            let prefix = ["--output=", "-o=", "-o"].first { flag.hasPrefix($0) }
            return prefix.map { String(flag.dropFirst($0.count)) }
        }
        return (values.last ?? environment["COMPASS_OUTPUT"]) == "json"
    }

    private func run(_ invocation: Invocation, _ start: ContinuousClock.Instant) -> ExitCode {
        let isVerbose = invocation.isOn("verbose")
        let form = invocation.text("output") ?? environment["COMPASS_OUTPUT"]
        let wantsJSON = invocation.isOn("json") || form == "json"
        do {
            let run = try CommandRun(
                invocation: invocation, environment: environment, console: console,
                makeTransport: makeTransport)
            let format = try run.format
            guard
                let command = CompassTable.commands.first(where: {
                    $0.declaration.path == invocation.command.path
                })
            else { return .usage }
            guard !run.isDryRun || command.declaration.effect != .local else {
                throw CommandFailure.usage(
                    "\"\(command.declaration.name)\" does not support --dry-run",
                    reason: "--dry-run is for commands that change data in the services.",
                    remedy: "Try: compass \(command.declaration.name) --help")
            }
            // The parser has refused such a flag; the environment names formats as well.
            let formats = command.formats
            guard formats.contains(format.rawValue) else {
                throw CommandFailure.usage(
                    "\"\(command.declaration.name)\" cannot write \(format.rawValue)",
                    reason: "It writes one of \(formats.joined(separator: ", ")).",
                    remedy: "Name one with --output, or unset COMPASS_OUTPUT.")
            }
            if invocation.isOn("watch") {
                try ListWatch(self, command, run, format).follow()
                return written(.success)
            }
            // After a change cached answers may be wrong, even if the change failed.
            defer { if command.declaration.effect != .readOnly { run.forgetAnswers() } }
            let result = try command.run(run)
            try show(result, format, run)
            if isVerbose {
                let request = run.lastRequestID.map { "Request \($0)\n" } ?? ""
                run.note("\(request)Took \(Self.milliseconds(since: start)) ms")
            }
            return written(result.exitCode)
        } catch let failure as CommandFailure {
            return report(failure, wantsJSON: wantsJSON, isVerbose: isVerbose)
        } catch let error as ServiceError {
            return report(
                CommandFailure(error.code, error.message), wantsJSON: wantsJSON,
                isVerbose: isVerbose)
        } catch {
            return report(
                CommandFailure(.internal, "\(error)"), wantsJSON: wantsJSON, isVerbose: isVerbose)
        }
    }

    // MARK: Showing

    /// Writes a result in one of its output formats.
    func show(_ result: CommandResult, _ format: OutputFormat, _ run: CommandRun) throws {
        guard !result.isWritten else {
            for note in result.notes { run.note(note) }
            return
        }
        if run.isDryRun, run.invocation.command.effect == .mutating {
            run.note("Dry run: nothing was changed. Would print:")
        }
        if let pieces = result.pieces, format == .csv || format == .table {
            return try write(pieces)
        }
        switch format {
        case .json:
            console.writeResult(laidOut(result.json) + [0x0a])
        case .jsonl:
            let rows = result.rowsKey.flatMap { JSONBytes.member($0, of: result.json) }
                .map { JSONBytes.elements(of: $0) }
            let lines = (rows ?? [JSONBytes.compact(result.json)]).reduce(into: []) { lines, row in
                lines += row + [0x0a]
            }
            console.writeResult(
                console.traits.isTerminal ? JSONBytes.safeForTerminal(lines) : lines)
        case .csv:
            let csv = try result.rows().csv(guardsFormulas: !run.invocation.isOn("raw"))
            console.writeResult(
                Array((console.traits.isTerminal ? VisibleText.block(csv) : csv).utf8))
        case .name:
            console.writeResult(Array(try result.ids().map { $0 + "\n" }.joined().utf8))
        case .table, .xlsx, .pdf:
            try showText(result, run)
        }
        for note in result.notes { run.note(note) }
    }

    /// Stops a long result whose reader has closed the pipe.
    private struct ReaderIsGone: Error {}

    private func write(
        _ pieces: (_ write: (String) throws -> Void) throws -> Void
    ) throws {
        do {
            try pieces { piece in
                let isSeen = console.traits.isTerminal
                console.writeResult(Array((isSeen ? VisibleText.block(piece) : piece).utf8))
                if console.isResultClosed() { throw ReaderIsGone() }
            }
        } catch is ReaderIsGone {
            return
        }
    }

    /// On a terminal, heading and footer are part of the page; for a pipe they are notes on stderr.
    private func showText(_ result: CommandResult, _ run: CommandRun) throws {
        let traits = console.traits
        let around = { (lines: [String]) in
            if traits.isTerminal {
                console.writeResult(Array(lines.map { $0 + "\n" }.joined().utf8))
            } else {
                for line in lines where !line.isEmpty { run.note(line) }
            }
        }
        around(try result.heading(traits))
        let text = try result.text(traits)
        console.writeResult(Array(text.utf8))
        let footer = try result.footer(traits)
        around(text.isEmpty || footer.isEmpty ? footer : [""] + footer)
    }

    /// Returns the command's exit code, or failure if its result could not be written.
    private func written(_ code: ExitCode) -> ExitCode {
        guard let problem = console.resultProblem() else { return code }
        console.writeNote(Array("compass: The result could not be written: \(problem)\n".utf8))
        return .failure
    }

    private func report(
        _ failure: CommandFailure, wantsJSON: Bool, isVerbose: Bool
    ) -> ExitCode {
        if wantsJSON {
            console.writeResult(laidOut(failure.json.bytes) + [0x0a])
        }
        let lines = failure.lines(program: "compass", isVerbose: isVerbose)
        console.writeNote(Array(lines.map { VisibleText.line($0) + "\n" }.joined().utf8))
        return failure.exitCode
    }

    /// Indented and safe on a terminal, unchanged in a pipe.
    private func laidOut(_ json: [UInt8]) -> [UInt8] {
        console.traits.isTerminal ? JSONBytes.safeForTerminal(JSONBytes.pretty(json)) : json
    }

    private static func milliseconds(since start: ContinuousClock.Instant) -> String {
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        let tenths = Int(seconds) * 10_000 + Int(attoseconds / 100_000_000_000_000)
        return "\(tenths / 10).\(tenths % 10)"
    }

    // MARK: Completing

    private func complete(_ words: [String]) {
        let typed = words.first == "--" ? Array(words.dropFirst()) : words
        let lookUp = CompletionLookUp(
            environment: environment, console: console, makeTransport: makeTransport)
        let completer = Completer(CompassTable.table) { kind, words, typed in
            lookUp.candidates(kind, words, typed)
        }
        let lines = completer.candidates(for: typed).map { candidate in
            VisibleText.line(candidate.word) + "\t" + VisibleText.line(candidate.meaning) + "\n"
        }
        console.writeResult(Array(lines.joined().utf8))
    }
}
