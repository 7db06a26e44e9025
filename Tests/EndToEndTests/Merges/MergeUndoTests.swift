import Foundation
import Support
import Testing

/// Merges of random coaches and schools in generated families, alone and several in a row, undone
/// in reverse order.
@Suite(.onePerCore) struct MergeUndoTests {
    private static let environment = ProcessInfo.processInfo.environment
    /// `COMPASS_MERGE_SEEDS` requests more families; `COMPASS_MERGE_SEED` is the first seed.
    private static let families = environment["COMPASS_MERGE_SEEDS"].flatMap { UInt64($0) } ?? 2
    private static let first = environment["COMPASS_MERGE_SEED"].flatMap { UInt64($0) } ?? 1
    private static let seeds = (0..<families).map { first + $0 }
    /// The merges in a row.
    private static let rowLength = 5

    // N-85, N-124, N-138
    @Test(arguments: seeds)
    func everyTableIsTheSameAfterMergesAndTheirUndos(seed: UInt64) throws {
        let began = ContinuousClock.now
        let system = try SystemUnderTest(now: MergeFamily.now, starting: Program.owners)
        let family = try MergeFamily(system, seed: seed)
        // A family without some kind of record would prove nothing about it. Posts are counted by
        // quarters of an hour only on days with hundreds of them.
        let empty = try family.read().records.counts.filter { $0.value == 0 }.map(\.key)
        #expect(empty == ["analytics quarter_rollups"])
        for kind in MergePair.Kind.allCases { try MergeStep(kind, in: family).undo() }
        var row: [MergeStep] = []
        for _ in 0..<Self.rowLength {
            let kind = MergePair.Kind.allCases.randomElement(using: &family.random) ?? .coaches
            row.append(try MergeStep(kind, in: family, after: row.last))
        }
        for step in row.reversed() { try step.undo() }
        print(
            "merges: seed \(seed), \(row.map(\.pair));",
            "\((ContinuousClock.now - began).milliseconds) ms")
    }
}
