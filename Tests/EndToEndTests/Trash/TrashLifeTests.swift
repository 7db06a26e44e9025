import Foundation
import Testing

/// Deletions, cascades, undos, restores, purges and imports of all services at random, with kills
/// and passing months. Every visible reference leads to a visible row, every marked row belongs to
/// an operation that can still be undone, reported counts are right, and nobody's records are
/// purged by others.
@Suite(.onePerCore) struct TrashLifeTests {
    private static let environment = ProcessInfo.processInfo.environment
    /// `COMPASS_TRASH_STEPS` and `COMPASS_TRASH_SEEDS` request more; `COMPASS_TRASH_SEED` is the
    /// first seed.
    private static let steps = environment["COMPASS_TRASH_STEPS"].flatMap { Int($0) } ?? 300
    private static let seeds = environment["COMPASS_TRASH_SEEDS"].flatMap { UInt64($0) } ?? 1
    private static let first = environment["COMPASS_TRASH_SEED"].flatMap { UInt64($0) } ?? 1

    @Test func noLifeLosesAnything() throws {
        for seed in Self.first..<Self.first + Self.seeds {
            let began = ContinuousClock.now
            let life = try TrashLife(.init(seed: seed, steps: Self.steps))
            try life.run()
            let acts = life.done.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            print(
                "trash: seed \(seed), \(life.step) steps, \(life.kills) kills,",
                "\(life.leaps) leaps, \(life.problems.count) problems,",
                "\((ContinuousClock.now - began).milliseconds) ms;", acts.joined(separator: ", "))
            #expect(life.problems.isEmpty, "\(life.problems.joined(separator: "\n"))")
        }
    }

    /// The checks detect a seeded bug.
    @Test func aRecordThatIsForgottenIsCaught() throws {
        let life = try TrashLife(
            .init(
                seed: 1, steps: 300, judged: 30, killed: 0, leapt: 1_000,
                hooks: [.interactions: "deletion-forgets-one"]))
        try life.run()
        #expect(life.problems.contains { $0.contains("interactions.") })
    }
}
