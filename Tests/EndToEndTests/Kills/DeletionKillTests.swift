import DataServiceKit
import Foundation
import Testing

/// Done-line of issue 4: kill -9 of any of the services at every step of a cascade and of an undo.
/// It ends done, the counts are right, nothing refers to a deleted coach, nothing is lost on undo.
@Suite(.oneAtATime) struct DeletionKillTests {
    /// How many deletions with a fault each; `COMPASS_KILL_CASCADES` asks for more.
    private static let rounds =
        ProcessInfo.processInfo.environment["COMPASS_KILL_CASCADES"].flatMap { Int($0) } ?? 14
    /// Where in the list of faults to begin: a long run may be cut into pieces.
    private static let offset =
        ProcessInfo.processInfo.environment["COMPASS_KILL_OFFSET"].flatMap { Int($0) } ?? 0

    /// Few rounds take every so manieth fault, many rounds all of them in turn.
    private static let injections: [DeletionInjection] = {
        let all = DeletionInjection.all
        let stride = rounds < all.count ? max(1, all.count / rounds) : 1
        return (0..<rounds).map { all[(offset + $0 * stride) % all.count] }
    }()

    @Test func everyStepIsReachedBySomebody() {
        for step in DeletionStep.allCases {
            #expect(DeletionInjection.all.contains { $0.step == step })
        }
    }

    @Test func killsAtTheStepsOfADeletionLoseNothing() throws {
        let began = ContinuousClock.now
        let session = try DeletionKillSession()
        for injection in Self.injections { try session.run(injection) }
        try session.judgeFiles()
        print(
            "deletions: \(session.rounds) with a fault each, \(session.fired) fired,",
            "\(session.problems.count) problems; \((ContinuousClock.now - began).milliseconds) ms")
        #expect(session.problems.isEmpty, "\(session.problems)")
        // Without evidence that the faults fired a run proves nothing.
        #expect(session.fired == Self.rounds)
    }

    /// The judge sees what it is there to see.
    @Test func aRecordThatIsForgottenIsCaught() throws {
        let session = try DeletionKillSession(hooks: [.interactions: "deletion-forgets-one"])
        let injection = try #require(
            DeletionInjection.all.first { $0.step == .applied && $0.bystander == nil })
        try session.run(injection)
        #expect(session.problems.contains { $0.contains("name what is deleted") })
        #expect(session.problems.contains { $0.contains("deleted [") })
    }
}
