import Contracts
import Foundation
import ServiceKit

/// `posts.import` with its rollups, against plain SQLite that inserts the same rows in the same
/// batches into the same table with the same indexes.
enum ImportBenchmark {
    private static let posts = 200_000
    private static let rounds = 3
    /// Families that import at the same time, one batch after the other each.
    private static let families = 4

    static func run(_ report: Report) throws {
        report.begin(
            "posts.import, durable, \(PostSystem.batch) rows a batch, \(families) imports at once")
        var ours: [Double] = []
        var bare: [Double] = []
        for _ in 0..<rounds {
            let round = try measure()
            ours.append(round.ours)
            bare.append(round.bare)
        }
        report.atLeast(
            "posts per second / plain SQLite, same rows", median(zip(ours, bare).map(/)),
            limit: 0.7, unit: "x", "(\(Int(median(ours)))/s, SQLite \(Int(median(bare)))/s)")
    }

    private static func measure() throws -> (ours: Double, bare: Double) {
        let system = try PostSystem(families: families)
        let empty = system.system.home.path + "/empty.sqlite"
        let database = system.system.home.database(of: "analytics")
        system.stopService()
        try FileManager.default.copyItem(atPath: database, toPath: empty)
        try system.startService()
        // Written before: the generator shares the processors with what it measures.
        let batches = (1...families).map {
            PostBatches(PostRows(family: $0, count: posts / families)).prepared()
        }
        let began = ContinuousClock.now
        try system.fill(batches)
        let ours = Double(posts) / ((ContinuousClock.now - began) / .seconds(1))
        system.stopService()
        let text = try ChildProcess.output(
            of: try Programs.limit("posts"), ["insert", empty, database, "\(PostSystem.batch)"])
        guard let bare = Double(text.trimmed) else {
            throw BenchmarkFailure(description: "no figure: \(text)")
        }
        return (ours, bare)
    }
}
