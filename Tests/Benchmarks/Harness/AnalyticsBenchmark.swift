import Contracts
import Foundation
import ServiceKit

/// `analytics.social` with ten thousand and with a million posts (SA-42).
/// `COMPASS_BENCH_POSTS=10000000` measures ten million, which takes some minutes and 8 GB in /tmp.
enum AnalyticsBenchmark {
    private static let largest =
        Int(ProcessInfo.processInfo.environment["COMPASS_BENCH_POSTS"] ?? "") ?? 1_000_000
    private static let thousandFamily = 2
    private static let ranges: [AnalyticsRange] = [.week, .month, .quarter, .all]
    private static let calls = 1_500
    private static let rounds = 5
    /// The number of families filled concurrently.
    private static let importsAtOnce = 4

    /// The most that computing an answer may take beside a no-op: the first answer after a new post
    /// takes so much longer than a known one. Machines that compute slowly need as much as a single
    /// core, whose messages wake no other core.
    private static let computedMax = 1.4
    private static let growthMax = 1.2
    private static let growthRounds = 3

    static func run(_ report: Report) throws {
        report.begin("analytics.social, ten thousand posts")
        let small = try measure(
            report,
            [PostFamily(number: 1, posts: 10)]
                + (2...11).map { PostFamily(number: $0, posts: 1_000) })
        let bigFamilies = max(1, largest / 1_000_000)
        report.begin("analytics.social, \(largest) posts")
        let big = try measure(
            report,
            [PostFamily(number: 1, posts: 10), PostFamily(number: 2, posts: 1_000)]
                + (1...bigFamilies).map {
                    PostFamily(number: $0 + 2, posts: min(largest, 1_000_000))
                })
        report.begin("analytics.social, growth")
        for range in ranges {
            let ratios = try (0..<growthRounds).map { _ in
                let before = try small.computed(PostSystem.family(thousandFamily), range).time
                return try big.computed(PostSystem.family(thousandFamily), range).time / before
            }
            report.atMost(
                "computed, family of 1,000, range \(range.rawValue): \(largest) / 10,000 posts",
                median(ratios), limit: growthMax, unit: "x")
        }
    }

    private static func measure(_ report: Report, _ sizes: [PostFamily]) throws -> PostSystem {
        let system = try PostSystem(families: sizes.count)
        let family = { (number: Int) in PostSystem.family(number) }
        for first in stride(from: 0, to: sizes.count, by: importsAtOnce) {
            try system.fill(
                sizes[first..<min(first + importsAtOnce, sizes.count)].map {
                    PostBatches(PostRows(family: $0.number, count: $0.posts))
                })
        }
        try system.startEcho()
        for size in sizes.prefix(3) {
            for range in ranges {
                let ratio = try system.known(
                    family(size.number), range, calls: calls / rounds, rounds)
                report.atMost(
                    "known, family of \(size.posts), range \(range.rawValue) / no-op",
                    ratio.value, limit: 1.5, unit: "x", ratio.detail)
            }
        }
        for size in sizes.prefix(3) {
            for range in ranges {
                let (time, bare) = try system.computed(family(size.number), range)
                report.atMost(
                    "computed, family of \(size.posts), range \(range.rawValue) / no-op",
                    time / bare, limit: computedMax, unit: "x",
                    "(\(Int(time)) µs in the service, no-op \(Int(bare)) µs)")
            }
        }
        return system
    }
}
