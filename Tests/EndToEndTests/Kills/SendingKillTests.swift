import Foundation
import Testing

/// kill -9 of every process while a family logs contacts and weeks pass. Each acknowledged change
/// reaches the receivers of hooks once, by its id and in order, and each weekly digest that is due
/// is mailed once, by its id.
@Suite(.onePerCore) struct SendingKillTests {
    private static let environment = ProcessInfo.processInfo.environment
    /// `COMPASS_KILL_SENDINGS` requests more sessions, each with its own seed;
    /// `COMPASS_KILL_SEED` is the first one.
    private static let sessions = environment["COMPASS_KILL_SENDINGS"].flatMap { UInt64($0) } ?? 1
    private static let first = environment["COMPASS_KILL_SEED"].flatMap { UInt64($0) } ?? 2_026
    private static let seeds = (0..<sessions).map { first + $0 }

    // N-119, N-122: at random moments, and at each step of a delivery and of a digest.
    @Test(arguments: seeds)
    func everyChangeAndDigestIsSentOnceWhoeverIsKilled(seed: UInt64) throws {
        let began = ContinuousClock.now
        let session = try SendingSession(.init(seed: seed))
        let verdict = try session.run()
        print(
            "sending: seed \(seed), \(session.kills) kills,",
            "\(Program.owners.map { "\($0) \(session.deaths(of: $0))" });",
            "\(verdict.summary); \((ContinuousClock.now - began).milliseconds) ms")
        #expect(verdict.isClean, "\(verdict.summary)")
        // Without evidence that the faults fired and hit something, the run proves nothing.
        for program in Program.owners { #expect(session.deaths(of: program) >= 1) }
        #expect(session.deaths(of: .hooks) > SendingStep.ofDelivery.count)
        #expect(session.deaths(of: .notifications) > SendingStep.ofDigest.count)
        #expect(verdict[.acknowledged] > 50 && verdict[.delivered] > verdict[.acknowledged])
        #expect(verdict[.repeated] > 0 && verdict[.mailed] > verdict[.due])
        #expect(verdict[.due] == 9)
    }

    /// The verdict detects a seeded bug: the place in the feed is noted before the deliveries. It
    /// kills at the contacts' feed alone: a loss in identity's would leave the players unknown.
    @Test func aChangeThatIsLostIsCaught() throws {
        let session = try SendingSession(
            .init(
                seed: 7, weeks: 0, killsPerWeek: 0, stepsPerWeek: 0,
                bug: "cursor-first,kill-between-effect-and-cursor-interactions:6", deathsWanted: 3))
        let verdict = try session.run()
        print("sending, seeded:", verdict.summary)
        #expect(session.deaths(of: .hooks) > 2)
        #expect(!verdict[.lost].isEmpty, "\(verdict.summary)")
    }
}
