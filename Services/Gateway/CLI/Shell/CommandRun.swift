import CommandKit
import Contracts
import Foundation
import ServiceKit

/// One run of a command: what was typed, where it runs, and how it reaches the services. Whatever
/// costs time is made when it is first needed.
final class CommandRun {
    /// The command with its values.
    let invocation: Invocation
    /// The process's environment.
    let environment: [String: String]
    /// Where text goes.
    let console: Console
    /// The folder that holds the state.
    let home: CompassHome
    /// The time of day.
    let clock: ProcessClock
    /// Sign-ins, passports and pending commands on this machine.
    let signIns: SignInStore
    /// The zone that dates are shown and read in.
    let zone: LocalZone
    /// Where the broker listens.
    let endpoint: String

    private let makeTransport: Compass.TransportFactory
    private var openTransport: (any CallTransport)?
    /// Whether the run sends calls before others are answered; said before its first call.
    var overlapsCalls = false
    /// The request that was answered last, for `-v`.
    var lastRequestID: RequestID?
    /// The key of the change that was sent last.
    var lastKey: IdempotencyKey?
    /// The coach that this run added beside an interaction.
    var addedCoach: Coach?
    /// The answer to the attendance that this run marked before an interaction.
    var attendance: Caller.Answer?
    /// Files that were checked and belong to the interaction that is about to be logged.
    var filesToAttach: [LocalFile] = []
    /// The passport of this run, once there is one.
    var session: SessionKeeper?

    init(
        invocation: Invocation, environment: [String: String], console: Console,
        makeTransport: @escaping Compass.TransportFactory
    ) throws {
        self.invocation = invocation
        self.environment = environment
        self.console = console
        self.makeTransport = makeTransport
        let home = CompassHome(
            path: invocation.text("home") ?? environment["COMPASS_HOME"]
                ?? CompassHome.defaultPath(environment: environment))
        self.home = home
        endpoint =
            try invocation.text("broker-endpoint") ?? environment["COMPASS_BROKER_ENDPOINT"]
            ?? Self.configuredEndpoint(home) ?? home.brokerEndpoint
        do {
            clock = try ServiceEnvironment.clock(
                fixedBy: environment["COMPASS_NOW"], endpoint)
        } catch { throw CommandFailure.usage(error.description) }
        zone = try LocalZone(
            named: invocation.text("tz") ?? environment["COMPASS_TZ"], environment: environment)
        signIns = SignInStore(home: home)
    }

    private static func configuredEndpoint(_ home: CompassHome) throws -> String? {
        do {
            return try ServiceEnvironment.configuration(of: home)[.brokerEndpoint]
        } catch { throw CommandFailure.usage(error.description) }
    }

    // MARK: What the global flags say

    /// The form of the result.
    var format: OutputFormat {
        get throws {
            if invocation.isOn("json") {
                if let other = invocation.text("output"), other != "json" {
                    throw CommandFailure.usage("--json and --output \(other) exclude each other")
                }
                return .json
            }
            let word = invocation.text("output") ?? environment["COMPASS_OUTPUT"] ?? "table"
            guard let format = OutputFormat(rawValue: word) else {
                throw CommandFailure.usage(
                    "COMPASS_OUTPUT is \(QuotedText.of(word))",
                    reason: "It takes one of table, json, jsonl, csv, name.")
            }
            return format
        }
    }

    var isQuiet: Bool { invocation.isOn("quiet") }
    var isVerbose: Bool { invocation.isOn("verbose") }
    var isDryRun: Bool { invocation.isOn("dry-run") }
    /// Whether people read the result on a terminal.
    var isForPeople: Bool { (try? format) == .table && console.traits.isTerminal }

    /// Whether the run acts by the token of `COMPASS_TOKEN` instead of a stored sign-in.
    var usesTokenOfEnvironment: Bool { environment["COMPASS_TOKEN"]?.isEmpty == false }

    /// How long a call may take; nil for the operation's own default.
    var budget: Duration? {
        invocation.milliseconds("timeout").map { .milliseconds($0) }
    }

    /// The context to sign in with or to act as.
    var contextName: String {
        invocation.text("as") ?? environment["COMPASS_AS"] ?? signIns.currentName ?? "default"
    }

    // MARK: Text

    /// Writes a line to stderr unless `-q` silences it.
    func note(_ text: String) {
        if !isQuiet { console.writeNote(Array((text + "\n").utf8)) }
    }

    /// A command to type next, as the person and in the family that this run was told of.
    func line(_ words: String...) -> String { line(words) }

    /// The same with any number of words.
    func line(_ words: [String]) -> String {
        var words = ["compass"] + words
        for flag in ["as", "family"] {
            if let typed = invocation.text(flag) { words += ["--\(flag)", typed] }
        }
        return VisibleText.line(ShellText.line(words))
    }

    /// Forgets answers that were kept to be shown again.
    func forgetAnswers() { AnswerCache(home: home).removeAll() }

    // MARK: Services

    /// The transport, opened when first needed.
    func transport() throws -> any CallTransport {
        if let openTransport { return openTransport }
        let made: any CallTransport
        do {
            made = try makeTransport(endpoint, overlapsCalls)
        } catch {
            throw CommandFailure.usage(
                "The broker's endpoint cannot be used", reason: "\(error)")
        }
        openTransport = made
        return made
    }

    /// A caller of operations.
    func caller() throws -> Caller { Caller(transport: try transport(), clock: clock) }

    /// This run's signed-in user; opened when first needed.
    func signedIn() throws -> SessionKeeper {
        if let session { return session }
        let opened = try SessionKeeper(self)
        session = opened
        return opened
    }
}
