import Contracts
import Foundation
import Glibc
import ServiceKit
import Support

/// A system that executes commands of several clients while its processes are killed.
final class KillSession: Sendable {
    /// The parameters of a session.
    struct Plan {
        var seed: UInt64
        var commands: Int
        var clients = 8
        /// The number of kills from outside, in addition to those of hooks.
        var kills = 0
        /// The processes to kill, in turn.
        var victims = Program.allCases
        /// The number of commands sent with `compass`; some of its processes are killed.
        var commandProcesses = 0
        /// Seeded bugs and kill points by process.
        var hooks: [Program: String] = [:]
        /// How many times hooks must kill each process before the clients stop. On a busy machine a
        /// commit contains many changes, so hooks that count commits fire late.
        var deathsWanted: [Program: Int] = [:]
    }

    /// A kill and its evidence.
    struct Kill: Sendable {
        let what: String
        /// Whether waitpid reported that SIGKILL ended the process.
        let wasSeen: Bool
        /// Whether the same request was in flight before and after the kill.
        let hitRequest: Bool
    }

    /// The longest wait for the clients of a session.
    static let sessionLimit = Duration.seconds(120)
    /// The longest wait for a request that a kill can hit. Some processes receive no commands.
    static let requestLimit = Duration.milliseconds(100)

    private let plan: Plan
    private let folder: TemporaryFolder
    private let family: KillFamily
    private let ledger: KillLedger
    private let progress = KillProgress()
    private let remains: Watched<[KillJudge.Remains]>
    private let kills = Watched<[Kill]>([])
    private let system: SystemUnderTest

    /// Starts a system and creates what the script needs, without kills.
    init(_ plan: Plan) throws {
        self.plan = plan
        let folder = try TemporaryFolder()
        let remains = Watched<[KillJudge.Remains]>([])
        let setUp = try SystemUnderTest(folder: folder)
        family = try KillFamily(setUp)
        if plan.commandProcesses > 0 {
            try setUp.signInOnCommandLine(family.players[0], as: "killed")
        }
        setUp.stopAll()
        ledger = try KillLedger(path: folder.path("ledger"))
        system = try SystemUnderTest(hooks: plan.hooks, folder: folder) { program, ending, home in
            guard ending == .signal(SIGKILL), !program.followed.isEmpty else { return }
            remains.update { Self.keepRemains(of: program, home, folder, in: &$0) }
        }
        self.folder = folder
        self.remains = remains
    }

    /// Runs the script, resolves unanswered commands, and judges the result.
    func run() throws -> KillVerdict {
        let commandLine = Watched(plan.commandProcesses > 0)
        if plan.commandProcesses > 0 {
            Thread { [self] in
                runCommandLine()
                commandLine.update { $0 = false }
            }.start()
        }
        let clients = Watched(plan.clients)
        let transports = try (0..<plan.clients).map { _ in
            try BrokerTransport(endpoint: system.home.brokerEndpoint)
        }
        let failures = Watched<[String]>([])
        let limit = ContinuousClock.now + Self.sessionLimit / 2
        for number in 0..<plan.clients {
            let (caller, seed) = (Caller(transport: transports[number], clock: .init()), plan.seed)
            let count = plan.commands / plan.clients
            Thread { [self] in
                let client = KillClient(
                    number, family, caller: caller, ledger: ledger, progress: progress, seed: seed)
                do {
                    try client.run(count)
                    try client.keepCalling { self.isMissingDeaths(until: limit) }
                } catch {
                    failures.update { $0.append("\(error)") }
                }
                clients.update { $0 -= 1 }
            }.start()
        }
        killAtRandom()
        guard clients.wait(Self.sessionLimit, until: { $0 == 0 }),
            commandLine.wait(Self.sessionLimit, until: { !$0 })
        else { throw SystemUnderTest.Failure(description: "the script did not end") }
        for transport in transports { transport.stop(by: ContinuousClock.now) }
        return try judge(failures.update { $0 })
    }

    /// The kills from outside, of services and of `compass`.
    var allKills: [Kill] { kills.update { $0 } }
    /// The number of deaths by SIGKILL that waitpid reported.
    func deaths(of program: Program) -> Int {
        system.endings(of: program).count { $0 == .signal(SIGKILL) }
    }
    private func isMissingDeaths(until limit: ContinuousClock.Instant) -> Bool {
        ContinuousClock.now < limit
            && plan.deathsWanted.contains { program, count in deaths(of: program) < count }
    }
    /// The number of lines in the ledger on disk.
    var ledgerLines: Int { ledger.lineCount }

    // MARK: Killing

    private func killAtRandom() {
        var random = SeededNumbers(seed: plan.seed)
        let moments = (0..<plan.kills).map { _ in
            Int.random(in: plan.commands / 20..<plan.commands * 9 / 10, using: &random)
        }.sorted()
        for (index, moment) in moments.enumerated() {
            let (victims, start) = (plan.victims, Int(plan.seed % 64))
            let program = victims[(index + start) % victims.count]
            guard progress.wait(forAnswered: moment, limit: Self.sessionLimit) else { return }
            // Some kills hit a process that is still recovering from an earlier one.
            if Int.random(in: 0..<4, using: &random) > 0 {
                try? system.waitUntilReady(program)
            }
            Waiting.pass(.microseconds(Int.random(in: 0...12_000, using: &random)))
            progress.waitForRequest(at: program, limit: Self.requestLimit)
            let before = progress.inFlight(at: program)
            let ending = system.kill(program)
            let after = progress.inFlight(at: program)
            let kill = Kill(
                what: program.rawValue, wasSeen: ending == .signal(SIGKILL),
                hitRequest: !before.isDisjoint(with: after))
            kills.update { $0.append(kill) }
        }
    }

    private static func keepRemains(
        of program: Program, _ home: CompassHome, _ folder: TemporaryFolder,
        in list: inout [KillJudge.Remains]
    ) {
        let kept = folder.path("\(program.rawValue)-\(list.count).sqlite")
        let file = home.database(of: program.rawValue)
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: file + suffix) {
            try? FileManager.default.copyItem(atPath: file + suffix, toPath: kept + suffix)
        }
        list.append(.init(program: program, file: kept))
    }

    // MARK: Commands of `compass`

    /// When to kill a `compass` process.
    private enum Moment {
        /// This long after its start.
        case after(Duration)
        /// This long after it has stored its request, which it does just before sending.
        case afterStoring(Duration)
    }

    private func runCommandLine() {
        var random = SeededNumbers(seed: plan.seed &+ 1)
        var usual = Duration.milliseconds(100)
        for number in 0..<plan.commandProcesses {
            let command = KillCommand(
                kind: .create, key: .make(at: Instant(milliseconds: 1_770_724_800_000)),
                mark: "kc\(number)z")
            ledger.attempt(command)
            progress.began(command)
            for attempt in 0..<6 {
                // The first run measures the usual time. Some commands are killed twice, some
                // never.
                let kills = number == 0 ? 0 : [1, 0, 2, 1][number % 4]
                let early = usual * Double.random(in: 0.2...1, using: &random)
                let late = Duration.microseconds(Int.random(in: 0...4_000, using: &random))
                let moment = number % 2 == 0 ? Moment.afterStoring(late) : .after(early)
                let began = ContinuousClock.now
                let (outcome, detail) = runCompass(command, kill: attempt < kills ? moment : nil)
                if number == 0 { usual = ContinuousClock.now - began }
                ledger.learn(command, outcome, detail)
                if outcome != .unknown { break }
            }
            progress.ended(command)
        }
    }

    private func runCompass(
        _ command: KillCommand, kill moment: Moment?
    ) -> (KillOutcome, String) {
        let words = [
            "interactions", "add", "--type", "email", "--direction", "outbound", "--school",
            family.schools[0].text, "--at", "2026-02-10T12:00:00Z", "--subject", command.mark,
            "--idempotency-key", command.key.text, "--json", "--timeout", "5s",
        ]
        let stored = "\(system.home.commandLineFolder)/pending/\(command.key.text).json"
        let wasStored = FileManager.default.fileExists(atPath: stored)
        let result = try? system.compass(words, as: "killed") { child in
            guard let moment else { return }
            Thread { Self.kill(child, moment, storing: stored) }.start()
        }
        switch result?.ending {
        case .exit(0): return (.ok, "")
        case .exit(8), nil: return (.unknown, "exit 8")
        case .exit(let code): return (.refused, "exit \(code) \(result?.errors ?? "")")
        case .signal(let signal):
            let isStored = FileManager.default.fileExists(atPath: stored)
            let kill = Kill(
                what: "compass", wasSeen: signal == SIGKILL, hitRequest: isStored && !wasStored)
            kills.update { $0.append(kill) }
            return (.unknown, "killed")
        }
    }

    private static func kill(_ child: ChildProcess, _ moment: Moment, storing path: String) {
        let delay: Duration
        switch moment {
        case .after(let pause): delay = pause
        case .afterStoring(let pause):
            _ = Waiting.until(.seconds(5), every: .microseconds(300)) {
                FileManager.default.fileExists(atPath: path)
            }
            delay = pause
        }
        Waiting.pass(delay)
        child.send(SIGKILL)
    }

    // MARK: Judging

    private func judge(_ failures: [String]) throws -> KillVerdict {
        var judged = system
        if !plan.hooks.isEmpty {
            // Unanswered commands are repeated, and everything is read, without the hooks.
            system.stopAll()
            judged = try SystemUnderTest(folder: folder)
        }
        for program in Program.allCases { try judged.waitUntilReady(program) }
        let unanswered = try resolve()
        try judged.waitUntilFeedsAreRead()
        var verdict = try KillJudge(
            system: judged, family: family, entries: ledger.all,
            remains: remains.update { $0 }, recovered: progress.recoveredCount,
            unanswered: unanswered
        ).verdict()
        verdict[.surprising] += failures
        return verdict
    }

    /// Repeats every unanswered command with its key. Returns how many there were.
    private func resolve() throws -> Int {
        let transport = try BrokerTransport(endpoint: system.home.brokerEndpoint)
        defer { transport.stop(by: ContinuousClock.now) }
        let caller = Caller(transport: transport, clock: .init())
        for repetition in progress.left {
            let (outcome, detail, answer) = repetition.run(.seconds(20), caller)
            if answer?.isReplayed == true { progress.recovered() }
            ledger.learn(repetition.command, outcome, detail)
        }
        return progress.left.count
    }
}
