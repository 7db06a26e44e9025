import DataServiceKit
import Foundation
import Testing

/// kill -9 of each service at every step of a cascade and of an undo. The operation completes, the
/// counts are right, nothing refers to a deleted coach, and the undo loses nothing.
@Suite(.onePerCore) struct DeletionKillTests {
    /// The number of deletions, each with a fault; `COMPASS_KILL_CASCADES` overrides it.
    private static let rounds =
        ProcessInfo.processInfo.environment["COMPASS_KILL_CASCADES"].flatMap { Int($0) } ?? 14
    /// The index of the first fault, so that a long run can be split.
    private static let offset =
        ProcessInfo.processInfo.environment["COMPASS_KILL_OFFSET"].flatMap { Int($0) } ?? 0

    /// A short run selects faults at equal distances; a long run cycles through all of them.
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
        // Without evidence that the faults fired, the run proves nothing.
        #expect(session.fired == Self.rounds)
    }

    /// The checks detect a seeded bug.
    @Test func aRecordThatIsForgottenIsCaught() throws {
        let session = try DeletionKillSession(hooks: [.interactions: "deletion-forgets-one"])
        let injection = try #require(
            DeletionInjection.all.first { $0.step == .applied && $0.bystander == nil })
        try session.run(injection)
        #expect(session.problems.contains { $0.contains("name what is deleted") })
        #expect(session.problems.contains { $0.contains("deleted [") })
    }
}
