import CommandKit
import Contracts
import Foundation
import ServiceKit

/// One run of a command: its arguments, its environment and its connection to the services. Costly
/// parts are created on first use.
final class CommandRun {
    let invocation: Invocation
    let environment: [String: String]
    let console: Console
    /// The folder with the state.
    let home: CompassHome
    let clock: ProcessClock
    /// Sign-ins, passports and pending commands on this machine.
    let signIns: SignInStore
    /// The zone in which times are shown and read.
    let zone: LocalZone
    /// The broker's endpoint.
    let endpoint: String

    /// Names what the command changes, in whichever services, as one action of the history.
    let traceID = TraceID.random()

    private let makeTransport: Compass.TransportFactory
    private var openTransport: (any CallTransport)?
    /// Whether calls are sent before earlier ones are answered; set before the first call.
    var overlapsCalls = false
    /// The last answered request, for `-v`.
    var lastRequestID: RequestID?
    /// The key of the last change that was sent.
    var lastKey: IdempotencyKey?
    /// The coach added together with an interaction.
    var addedCoach: Coach?
    /// The answer to the attendance marked before an interaction.
    var attendance: Caller.Answer?
    /// Validated files to attach to the interaction that is about to be logged.
    var filesToAttach: [LocalFile] = []
    /// The signed-in user's session, once opened.
    var session: UserSession?

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
        let signIns = SignInStore(home: home)
        self.signIns = signIns
        zone = try LocalZone(
            named: invocation.text("tz") ?? environment["COMPASS_TZ"],
            ofUser: Self.zone(invocation, environment, signIns), environment: environment)
    }

    /// The zone of the signed-in user, as far as this machine knows it.
    private static func zone(
        _ invocation: Invocation, _ environment: [String: String], _ signIns: SignInStore
    ) -> String? {
        guard environment["COMPASS_TOKEN"]?.isEmpty != false else { return nil }
        let name = contextName(invocation, environment, signIns)
        guard SignInStore.isName(name) else { return nil }
        return (try? signIns.signIn(name))?.user.timeZone
    }

    private static func configuredEndpoint(_ home: CompassHome) throws -> String? {
        do {
            return try SettingsFile(of: home).text(of: .brokerEndpoint)
        } catch { throw CommandFailure.usage(error.description) }
    }

    /// The argument at a place of the command line; empty if it was not given.
    func argument(_ place: Int) -> String { invocation.argument(place) ?? "" }

    // MARK: What the global flags say

    /// The output format.
    var format: OutputFormat {
        get throws {
            if invocation.isOn("json") {
                if let other = invocation.text("output"), other != "json" {
                    throw CommandFailure.usage("--json and --output \(other) cannot be combined")
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
    /// Whether a person reads the result on a terminal.
    var isForPeople: Bool { (try? format) == .table && console.traits.isTerminal }

    /// Whether the run uses the token in `COMPASS_TOKEN` instead of a stored sign-in.
    var usesTokenOfEnvironment: Bool { environment["COMPASS_TOKEN"]?.isEmpty == false }

    /// The time limit of a call; nil for the operation's default.
    var budget: Duration? {
        invocation.milliseconds("timeout").map { .milliseconds($0) }
    }

    /// The name of the sign-in to use or to store.
    var contextName: String {
        Self.contextName(invocation, environment, signIns)
    }

    private static func contextName(
        _ invocation: Invocation, _ environment: [String: String], _ signIns: SignInStore
    ) -> String {
        invocation.text("as") ?? environment["COMPASS_AS"] ?? signIns.currentName ?? "default"
    }

    /// The zone of a new user: that of `--tz` or of this machine, whoever is signed in.
    var zoneOfNewUser: String? {
        invocation.text("tz") ?? environment["COMPASS_TZ"]
            ?? LocalZone.machineName(environment)
    }

    // MARK: Text

    /// Writes a line to stderr, unless silenced by `-q`.
    func note(_ text: String) {
        if !isQuiet { console.writeNote(Array((text + "\n").utf8)) }
    }

    /// A command to type next, with this run's `--as` and `--family`.
    func line(_ words: String...) -> String { line(words) }

    /// The same for an array of words.
    func line(_ words: [String]) -> String {
        var words = ["compass"] + words
        for flag in ["as", "family"] {
            if let typed = invocation.text(flag) { words += ["--\(flag)", typed] }
        }
        return VisibleText.line(ShellText.line(words))
    }

    /// Removes cached answers.
    func forgetAnswers() { AnswerCache(home: home).removeAll() }

    // MARK: Services

    /// The transport, opened on first use.
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

    /// Makes a caller of operations.
    func caller() throws -> Caller { Caller(transport: try transport(), clock: clock) }

    /// The signed-in user, opened on first use.
    func signedIn() throws -> UserSession {
        if let session { return session }
        let opened = try UserSession(self)
        session = opened
        return opened
    }
}
