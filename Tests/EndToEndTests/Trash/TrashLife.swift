import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Support

/// Two families that add, import, change, delete, undo and purge at random, while services are
/// killed and months pass; a judge checks the databases. The seed determines the actions, so that a
/// run can be repeated, but not when a kill takes effect.
final class TrashLife {
    /// The parameters of a run.
    struct Plan {
        var seed: UInt64
        var steps: Int
        /// Steps between two checks.
        var judged = 100
        /// Steps between two kills; 0 for none.
        var killed = 25
        /// Steps between two leaps of the clock.
        var leapt = 150
        /// Seeded bugs by process.
        var hooks: [Program: String] = [:]
    }

    /// The number of recent records and operations a player chooses from.
    static let memory = 10
    /// How long the system may take to become idle.
    static let restLimit = Duration.seconds(90)
    private static let start = Instant(text: "2026-03-01T12:00:00Z") ?? .earliest

    let plan: Plan
    private let folder: TemporaryFolder
    private(set) var system: SystemUnderTest
    private var now = start
    var random: SeededNumbers
    var households: [TrashHousehold] = []
    private(set) var step = 0
    private(set) var kills = 0
    private(set) var leaps = 0
    /// How many times each action was done or refused.
    private(set) var done: [String: Int] = [:]
    private(set) var problems: [String] = []
    /// The calls and their outcomes, if they are kept.
    private var calls: [String] = []
    /// Interactions that may have been purged, by their player or after their time in the trash.
    private var mayBeGone: Set<String> = []
    /// The loggers of all interactions that ever existed.
    private var logged: [String: String] = [:]
    private var names = 0

    init(_ plan: Plan) throws {
        self.plan = plan
        random = SeededNumbers(seed: plan.seed)
        folder = try TemporaryFolder()
        // A first run writes the file headers, which readers check.
        try SystemUnderTest(now: Self.start, folder: folder).stopAll()
        system = try SystemUnderTest(now: Self.start, hooks: plan.hooks, folder: folder)
        for players in [2, 1] { try addHousehold(players) }
    }

    private func addHousehold(_ count: Int) throws {
        let family = try system.makeHousehold("Player 0")
        let siblings = try (1..<count).map {
            try family.makeMember("Player \($0)", .player)
        }
        _ = try family.makeMember("Parent", .parent)
        households.append(TrashHousehold(id: family.id, players: [family.player] + siblings))
    }

    // MARK: Running

    func run() throws {
        for number in 1...plan.steps {
            step = number
            if plan.killed > 0, number % plan.killed == 0 { try kill() }
            if number % plan.leapt == 0 { try leap() }
            try act()
            if number % plan.judged == 0 || number == plan.steps { try judge() }
            if problems.count > 5 { return }
        }
    }

    private func act() throws {
        let act = choose(from: TrashAct.weighted) ?? .log
        let place = chance(1, of: 4) ? 1 : 0
        let player = Int.random(in: households[place].players.indices, using: &random)
        let isDone = try perform(act, TrashActor(household: place, player: player))
        done["\(act)\(isDone ? "" : " refused")", default: 0] += 1
    }

    func report(_ what: String) {
        problems.append("seed \(plan.seed), step \(step): \(what)")
        keep()
    }

    /// The folder that `COMPASS_TRASH_KEEP` names gets the databases and the calls of a life with
    /// a problem, as they were at the first one.
    private static let keptFolder = ProcessInfo.processInfo.environment["COMPASS_TRASH_KEEP"]

    /// Notes a call for whoever looks for the cause of a problem.
    func note(_ call: @autoclosure () -> String) {
        if Self.keptFolder != nil { calls.append("\(step) \(call())") }
    }

    private func keep() {
        guard let kept = Self.keptFolder, problems.count == 1 else { return }
        let folder = "\(kept)/seed-\(plan.seed)"
        let files = FileManager.default
        try? files.removeItem(atPath: folder)
        try? files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for program in Program.services {
            for ending in ["", "-wal"] {
                try? files.copyItem(
                    atPath: system.home.database(of: program.rawValue) + ending,
                    toPath: "\(folder)/\(program).sqlite\(ending)")
            }
        }
        let text = (calls + problems).joined(separator: "\n")
        try? text.write(toFile: "\(folder)/calls.txt", atomically: true, encoding: .utf8)
    }

    // MARK: Random choices

    func choose<Item>(from items: [Item]) -> Item? { items.randomElement(using: &random) }

    /// A random choice among the most recent items.
    func recent<Item>(_ items: [Item]) -> Item? { choose(from: Array(items.suffix(Self.memory))) }

    func chance(_ part: Int, of all: Int) -> Bool {
        Int.random(in: 0..<all, using: &random) < part
    }

    /// A unique name.
    func newName(_ word: String) -> String {
        names += 1
        return "\(word) \(names)"
    }

    // MARK: Kills

    /// Kills a process at once, or arms a kill at a step of the next deletion.
    private func kill() throws {
        kills += 1
        if chance(1, of: 2) {
            let program = choose(from: Program.allCases) ?? .coaches
            note("kill \(program)")
            system.kill(program)
            return
        }
        let injections = DeletionInjection.all.filter { $0.bystander == nil }
        guard let injection = choose(from: injections) else { return }
        note("kill \(injection.program) at \(injection.step)")
        let folder = system.armedFolder(of: injection.program)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data().write(
            to: URL(fileURLWithPath: "\(folder)/kill-\(injection.step.rawValue)"))
    }

    private func disarm() throws {
        for program in Program.allCases {
            let folder = system.armedFolder(of: program)
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
                try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
            }
        }
    }

    // MARK: Time

    /// Lets days pass: stops everything, starts it at a later time, checks what expired, and signs
    /// everyone in again.
    private func leap() throws {
        try rest()
        leaps += 1
        let span = Duration.seconds(24 * 3_600) * Int.random(in: 1...14, using: &random)
        now = now.advanced(by: span)
        let files = TrashFiles(system: system)
        try remember()
        let since = now.advanced(by: .zero - TrashLimit.keptFor).milliseconds
        mayBeGone.formUnion(
            try files.column(
                .interactions,
                "SELECT hex(id) FROM interactions WHERE deleted_at <= \(since)"))
        system.stopAll()
        for program in Program.services { try pass(span, in: program) }
        system = try SystemUnderTest(now: now, hooks: plan.hooks, folder: folder)
        for place in households.indices {
            households[place].players = try households[place].players.map {
                try system.signIn(email: $0.email, password: $0.password)
            }
        }
    }

    /// Advances housekeeping time in a service's database, since services purge only after time
    /// that really passed.
    private func pass(_ span: Duration, in program: Program) throws {
        let path = system.home.database(of: program.rawValue)
        let file = try DatabaseFile.writable(path)
        defer { file.close() }
        let keepsTime = try file.number(
            "SELECT count(*) FROM sqlite_schema WHERE name = 'housekeeping'")
        guard keepsTime == 1 else { return }
        for column in ["time", "time_of_day"] {
            try file.execute(
                "UPDATE housekeeping SET \(column) = \(column) + ?1 WHERE ?2 <> ''",
                span.wholeMilliseconds, column)
        }
    }

    // MARK: Judging

    /// Waits until the system is idle.
    private func rest() throws {
        try disarm()
        for program in Program.allCases { try system.waitUntilReady(program) }
        var last = ""
        let isAtRest = try Waiting.until(Self.restLimit, every: .milliseconds(20)) {
            last = try unrest()
            return last.isEmpty
        }
        if !isAtRest { report("no rest: \(last)") }
    }

    /// What is in progress; empty if nothing is.
    private func unrest() throws -> String {
        let files = TrashFiles(system: system)
        let running = try files.number(
            .coaches,
            """
            SELECT count(*) FROM deletions WHERE phase IN ('deleting', 'restoring', 'purging')
            """)
        if running > 0 { return "\(running) deletions run" }
        for program in Program.services {
            let due = try files.number(
                program, "SELECT count(*) FROM operations WHERE expires_at <= \(now.milliseconds)")
            if due > 0 { return "\(due) operations of \(program) are past their time" }
            for producer in program.allFollowed {
                let cursor = try files.number(
                    program, "SELECT seq FROM feed_cursors WHERE producer = '\(producer)'")
                let head = try files.number(
                    producer, "SELECT coalesce(max(seq), 0) FROM changes")
                if cursor < head { return "\(program) is at \(cursor) of \(producer)'s \(head)" }
            }
        }
        return ""
    }

    private func judge() throws {
        try rest()
        for problem in try TrashJudge.problems(of: system) { report(problem) }
        try remember()
        let there = try TrashFiles(system: system).column(
            .interactions, "SELECT hex(id) FROM interactions")
        let lost = Set(logged.keys).subtracting(there).subtracting(mayBeGone)
        if !lost.isEmpty {
            report("interactions removed within their 30 days: \(lost.sorted().prefix(3))")
            mayBeGone.formUnion(lost)
        }
    }

    /// Records which interactions exist.
    func remember() throws {
        logged.merge(try TrashFiles(system: system).loggers()) { _, new in new }
    }

    /// Records that a person purged these interactions, and reports those of others.
    func removed(_ interactions: Set<String>, by person: Person) {
        let user = person.userID.text.replacing("-", with: "").uppercased()
        let others = interactions.filter { logged[$0] != user }
        if !others.isEmpty {
            report(
                "\(others.count) interactions of others were removed: \(others.sorted().prefix(3))")
        }
        mayBeGone.formUnion(interactions)
    }
}

/// The acting player, by indices.
struct TrashActor {
    let household: Int
    let player: Int
}
