import Contracts
import Foundation
import Glibc
import ServiceKit
import Support

/// A family that logs contacts while processes are killed and weeks pass, with a receiver of hooks
/// and a mail program for digests. The seed determines who is killed where, but not what a kill
/// hits.
final class SendingSession {
    /// The parameters of a session.
    struct Plan {
        var seed: UInt64
        var weeks = 3
        /// The kills at random moments of a week, of each process in turn.
        var killsPerWeek = 4
        /// The steps of deliveries at which the hooks service is killed in a week, and as many
        /// steps of digests at which the notifications service is.
        var stepsPerWeek = 2
        /// Seeded bugs and kill points of the hooks service.
        var bug: String?
        /// How many times the bug must kill the service while the players log.
        var deathsWanted = 0
    }

    /// The longest wait for a step, for the players' last commands, and for what is left to send.
    static let patience = Duration.seconds(60)
    /// How long a start of the notifications service may take to send what is due, before another
    /// start looks again.
    static let lookLimit = Duration.seconds(4)
    private static let week = Duration.seconds(7 * 86_400)

    /// The addresses of hooks, and the players whose they are. The last one fails now and then.
    static let hooks: [(path: String, player: Int)] = [
        ("/first", 0), ("/second", 1), ("/unsteady?fails=3", 0),
    ]

    let plan: Plan
    let system: SystemUnderTest
    let receiver: HookReceiver
    let mail: MailCatcher
    let family: KillFamily
    /// The time of day at the beginning, a Wednesday; digests are due on Mondays.
    let begin: Instant
    /// The players and the parent, with their present passports.
    private(set) var people: [Person]
    /// What went wrong on the way: steps that were not reached.
    private(set) var problems: [String] = []
    /// The kills at steps and at random moments.
    private(set) var kills = 0
    private let ahead: Duration
    private let changes = Watched<[AcknowledgedChange]>([])
    private var random: SeededNumbers
    private let victims: [Program]
    private let steps: (deliveries: [SendingStep], digests: [SendingStep])

    /// What the players did, as it was acknowledged.
    var acknowledged: [AcknowledgedChange] { changes.update { $0 } }

    init(_ plan: Plan) throws {
        self.plan = plan
        var random = SeededNumbers(seed: plan.seed)
        victims = Program.owners.shuffled(using: &random)
        steps = (
            SendingStep.ofDelivery.shuffled(using: &random),
            SendingStep.ofDigest.shuffled(using: &random)
        )
        self.random = random
        let (receiver, mail) = (try HookReceiver(), try MailCatcher())
        (self.receiver, self.mail) = (receiver, mail)
        let switches = ["hook-retry-soon", plan.bug].compactMap(\.self).joined(separator: ",")
        let system = try SystemUnderTest(
            hooks: [.hooks: switches],
            settings: [
                "COMPASS_HOOKS_AUTHORITIES": receiver.certificate,
                "COMPASS_MAIL_COMMAND": mail.command,
            ], starting: Program.owners
        ) { program, _, _ in
            if program == .hooks { receiver.markEnding() }
        }
        self.system = system
        let now = ProcessClock().now()
        let monday = ISOWeek(of: WallClock.day(of: now, in: .gmt)).adding(weeks: 1).firstDay
        let begin = WallClock.instant(of: monday, at: .midnight, in: .gmt)
            .advanced(by: .seconds(60 * 3_600))
        let ahead = Duration.milliseconds(begin.milliseconds - now.milliseconds)
        try system.setClocks(of: Program.owners, timeOfDay: ahead, machine: ahead)
        (self.begin, self.ahead) = (begin, ahead)
        let family = try KillFamily(system)
        self.family = family
        people = family.players + [family.parent]
        // What happened before, in the same millisecond, is not the hooks'.
        Waiting.pass(.milliseconds(5))
        // A bug that kills the hooks service may do so from now on.
        for hook in Self.hooks {
            _ = try system.callUntilAnswered(
                AddHook.self, .init(address: receiver.origin + hook.path, records: nil),
                as: family.players[hook.player], in: family.id)
        }
        for person in people {
            _ = try system.call(UpdatePreferences.self, .init(weeklyDigest: true), as: person)
        }
    }

    /// Lets the weeks pass, and returns what is wrong at the end.
    func run() throws -> SendingVerdict {
        for number in 0..<max(plan.weeks, 1) {
            try logContacts(inWeek: number)
            try catchUp()
            guard number < plan.weeks else { break }
            try passWeek(number)
            try sendDigests(ofWeek: number)
        }
        try catchUp()
        return try SendingVerdict(of: self)
    }

    /// The number of deaths by SIGKILL that waitpid reported.
    func deaths(of program: Program) -> Int {
        system.endings(of: program).count { $0 == .signal(SIGKILL) }
    }

    /// The week whose digest is due after so many weeks have passed.
    func dueWeek(after weeks: Int) -> ISOWeek {
        ISOWeek(of: WallClock.day(of: begin, in: .gmt)).adding(weeks: Int64(weeks) - 1)
    }

    // MARK: Logging

    private func logContacts(inWeek number: Int) throws {
        let goesOn = Watched(true)
        let running = Watched(family.players.count)
        let failures = Watched<[String]>([])
        defer { goesOn.update { $0 = false } }
        let (system, family, changes) = (system, family, changes)
        let seed = plan.seed &+ UInt64(number) &* 104_729
        for place in family.players.indices {
            let player = people[place]
            Thread {
                let client = SendingClient(place, as: player, of: family, in: system, seed: seed)
                do {
                    try client.run { goesOn.update { $0 } }
                } catch {
                    failures.update { $0.append("player \(place): \(error)") }
                }
                changes.update { $0 += client.acknowledged }
                running.update { $0 -= 1 }
            }.start()
        }
        try killWhileLogging(inWeek: number)
        goesOn.update { $0 = false }
        guard running.wait(Self.patience * 2, until: { $0 == 0 }) else {
            throw SystemUnderTest.Failure(description: "the players did not come to an end")
        }
        problems += failures.update { $0 }
    }

    private func killWhileLogging(inWeek number: Int) throws {
        let deathsBefore = deaths(of: .hooks)
        let chosen = Self.chosen(plan.stepsPerWeek, inWeek: number, of: steps.deliveries)
        let turns = max(plan.killsPerWeek, chosen.count)
        for turn in 0..<turns {
            if turn < plan.killsPerWeek {
                try killSometime(victims[(number * plan.killsPerWeek + turn) % victims.count])
            }
            if turn < chosen.count { try killHooks(at: chosen[turn]) }
        }
        guard plan.deathsWanted > 0 else { return }
        let hasDied = Waiting.until(Self.patience, every: .milliseconds(10)) {
            deaths(of: .hooks) >= deathsBefore + plan.deathsWanted
        }
        if !hasDied { problems.append("the bug did not kill") }
    }

    /// The steps of a week: all of them in turn.
    private static func chosen(
        _ count: Int, inWeek number: Int, of steps: [SendingStep]
    ) -> [SendingStep] {
        (0..<count).map { steps[(number * count + $0) % steps.count] }
    }

    // MARK: Killing

    /// Kills a process at a random moment, some while they recover from an earlier kill.
    private func killSometime(_ program: Program) throws {
        if Int.random(in: 0..<4, using: &random) > 0 { try system.waitUntilReady(program) }
        Waiting.pass(.milliseconds(Int.random(in: 20...250, using: &random)))
        try kill(program)
    }

    private func kill(_ program: Program) throws {
        let isKilled = Waiting.until(SystemUnderTest.readyLimit) {
            system.kill(program) == .signal(SIGKILL)
        }
        guard isKilled else {
            throw SystemUnderTest.Failure(description: "\(program) was not killed")
        }
        kills += 1
    }

    private func killHooks(at step: SendingStep) throws {
        let kill = try SendingKill(step, of: .hooks, in: system, receiver, mail)
        let isReached = Waiting.until(Self.patience) { kill.attempt() }
        guard isReached else { return problems.append("\(step) was not reached") }
        kills += 1
    }

    // MARK: Time

    /// Lets a week pass, while nobody is at work; passports expire meanwhile.
    private func passWeek(_ number: Int) throws {
        let time = ahead + Self.week * (number + 1)
        try system.setClocks(of: Program.owners, timeOfDay: time, machine: time)
        for place in people.indices { try system.renewPassport(of: &people[place]) }
    }

    /// Waits until every change has reached the receiver.
    private func catchUp() throws {
        for program in Program.owners { try system.waitUntilReady(program) }
        try system.waitUntilFeedsAreRead()
        let files = TrashFiles(system: system)
        let isEmpty = Waiting.until(Self.patience, every: .milliseconds(20)) {
            (try? files.number(
                .hooks, "SELECT count(*) FROM hook_deliveries WHERE state = 'waiting'")) == 0
        }
        if !isEmpty { problems.append("deliveries were left") }
    }

    // MARK: Digests

    /// Kills the notifications service at steps of the digests that are due, and starts it until
    /// all of them are sent. Each start looks at once.
    private func sendDigests(ofWeek number: Int) throws {
        var waiting = try Self.chosen(plan.stepsPerWeek, inWeek: number, of: steps.digests).map {
            try SendingKill($0, of: .notifications, in: system, receiver, mail)
        }
        try kill(.notifications)
        // A service that is away makes digests late, not short.
        if plan.stepsPerWeek > 0, Bool.random(using: &random) {
            let away: [Program] = [.broker, .identity, .interactions, .events, .analytics]
            try killSometime(away.randomElement(using: &random) ?? .interactions)
        }
        let end = ContinuousClock.now + Self.patience * 2
        var starts = system.starts(of: .notifications)
        var started = ContinuousClock.now
        while !areDigestsSent(ofWeek: number) {
            guard ContinuousClock.now < end else {
                return problems.append("digests of week \(number + 1) were left")
            }
            let before = waiting.count
            waiting.removeAll { $0.attempt() }
            kills += before - waiting.count
            let present = system.starts(of: .notifications)
            if present != starts { (starts, started) = (present, ContinuousClock.now) }
            if started.duration(to: .now) > Self.lookLimit {
                try kill(.notifications)
                started = .now
            }
            Waiting.pass(.milliseconds(5))
        }
        // The last one may have been noted before this loop saw its step.
        waiting.removeAll { $0.attempt() }
        problems += waiting.map { "\($0.step) was not reached" }
    }

    private func areDigestsSent(ofWeek number: Int) -> Bool {
        let week = dueWeek(after: number + 1).text
        let sent = try? TrashFiles(system: system).number(
            .notifications,
            "SELECT count(*) FROM digests WHERE week = '\(week)' AND sent_at IS NOT NULL")
        return sent == Int64(people.count)
    }
}
