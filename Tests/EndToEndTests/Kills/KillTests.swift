import Foundation
import Testing

/// kill -9 of each process in turn, at random times, while clients send commands and repeat
/// unanswered ones. Every acknowledged command takes effect exactly once, no refused one does.
/// Seeded bugs verify the judge.
@Suite(.onePerCore) struct KillTests {
    /// One session by default; `COMPASS_KILL_ROUNDS` requests more, each with its own seed.
    private static let seeds: [UInt64] = {
        let rounds = ProcessInfo.processInfo.environment["COMPASS_KILL_ROUNDS"].flatMap(UInt64.init)
        return (0..<(rounds ?? 1)).map { 2_026 + $0 }
    }()

    @Test(arguments: seeds)
    func acknowledgedCommandsAreThereOnceWhoeverIsKilled(seed: UInt64) throws {
        let began = ContinuousClock.now
        let plan = KillSession.Plan(
            seed: seed, commands: 2_000, kills: 3 * Program.allCases.count,
            commandProcesses: 24)
        let session = try KillSession(plan)
        let verdict = try session.run()
        let kills = session.allKills.filter { $0.what != "compass" }
        let commandKills = session.allKills.filter { $0.what == "compass" }
        let hits = kills.count { $0.hitRequest }
        let commandHits = commandKills.count { $0.hitRequest }
        print("kills:", verdict.summary)
        print(
            "kills: \(kills.count) of services, \(hits) with a request in flight;",
            "\(commandKills.count) of compass, \(commandHits) after its request was stored;",
            "\(Program.allCases.map { "\($0) \(session.deaths(of: $0))" });",
            "ledger \(session.ledgerLines) lines;",
            "\((ContinuousClock.now - began).milliseconds) ms")
        #expect(verdict.isClean, "\(verdict.summary)")
        #expect(verdict[.attempted] >= 2_000)
        #expect(verdict[.alerting] > 200)
        // Without evidence that the faults fired, the run proves nothing. How many kills hit a
        // request depends on the machine.
        #expect(kills.count == plan.kills && kills.allSatisfy(\.wasSeen))
        #expect(commandKills.count >= 3 && commandKills.allSatisfy(\.wasSeen))
        #expect(hits >= 3)
        #expect(commandHits >= 1)
        for program in Program.allCases { #expect(session.deaths(of: program) >= 3) }
    }

    /// The same script without a bug, which shows that the verdicts below are due to the bugs.
    @Test(arguments: ["kill-before-commit:25", "kill-after-commit:25"])
    func killsAroundTheCommitLoseNothing(hook: String) throws {
        let (verdict, deaths) = try judge([.interactions: hook, .coaches: hook])
        #expect(deaths > 2)
        #expect(verdict.isClean, "\(verdict.summary)")
    }

    @Test func answeringBeforeTheCommitIsCaught() throws {
        let (verdict, deaths) = try judge([
            .interactions: "answer-before-commit,kill-before-commit:25"
        ])
        #expect(deaths > 1)
        #expect(!verdict[.lost].isEmpty, "\(verdict.summary)")
    }

    @Test func notCheckingTheKeyIsCaught() throws {
        let (verdict, deaths) = try judge([
            .interactions: "key-not-checked,kill-after-commit:25"
        ])
        #expect(deaths > 2)
        #expect(!verdict[.doubled].isEmpty, "\(verdict.summary)")
    }

    @Test func cursorAndEffectInTwoCommitsAreCaught() throws {
        let (verdict, deaths) = try judge([
            .interactions: "cursor-effect-two-commits,kill-between-effect-and-cursor:6"
        ])
        #expect(deaths > 1)
        #expect(!verdict[.torn].isEmpty, "\(verdict.summary)")
    }

    /// D-45: whichever of the two services is killed, each member has one alert per contact.
    @Test(arguments: seeds)
    func killsOfWhoLogsAndWhoAlertsLeaveOneAlertForEachMember(seed: UInt64) throws {
        let plan = KillSession.Plan(
            seed: seed &+ 500, commands: 800, kills: 20,
            victims: [.notifications, .interactions])
        let session = try KillSession(plan)
        let verdict = try session.run()
        let deaths = plan.victims.map { session.deaths(of: $0) }
        print("alerts: kills \(deaths);", verdict.summary)
        #expect(deaths.allSatisfy { $0 >= 8 })
        #expect(verdict.isClean && verdict[.alerting] > 80, "\(verdict.summary)")
    }

    /// D-45: notifications is killed around its commits. The key of user and cause prevents
    /// duplicates even if effect and cursor are committed separately.
    @Test(arguments: [
        "kill-before-commit:12", "kill-after-commit:12",
        "cursor-effect-two-commits,kill-between-effect-and-cursor:6",
    ])
    func killsOfNotificationsLeaveOneAlertForEachMember(hook: String) throws {
        let session = try KillSession(
            .init(
                seed: 7, commands: 320, hooks: [.notifications: hook],
                deathsWanted: [.notifications: 2]))
        var verdict = try session.run()
        let deaths = session.deaths(of: .notifications)
        print("alerts \(hook): \(deaths) deaths;", verdict.summary)
        // The judge rightly reports the state between the two commits as torn.
        if hook.hasPrefix("cursor") { verdict[.torn] = [] }
        #expect(deaths > 1 && verdict[.alerting] > 5)
        #expect(verdict.isClean, "\(verdict.summary)")
    }

    /// The first batch after a restart contains all contacts logged meanwhile, so that each death
    /// but the first loses alerts.
    @Test func anAlertThatIsLostIsCaught() throws {
        let hook = "cursor-first,kill-between-effect-and-cursor-interactions:1"
        let session = try KillSession(
            .init(
                seed: 7, commands: 320, hooks: [.notifications: hook],
                deathsWanted: [.notifications: 4]))
        let verdict = try session.run()
        print("alerts \(hook):", verdict.summary)
        #expect(session.deaths(of: .notifications) > 1)
        #expect(verdict[.lost].contains { $0.hasPrefix("alert of ") }, "\(verdict.summary)")
    }

    private func judge(_ hooks: [Program: String]) throws -> (KillVerdict, deaths: Int) {
        let session = try KillSession(
            .init(
                seed: 7, commands: 320, hooks: hooks,
                deathsWanted: hooks.mapValues { _ in 3 }))
        let verdict = try session.run()
        let deaths = session.deaths(of: .interactions)
        print("seeded \(hooks.values.sorted()): \(deaths) deaths;", verdict.summary)
        return (verdict, deaths)
    }
}
