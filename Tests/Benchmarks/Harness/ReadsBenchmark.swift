import Contracts
import ServiceKit

/// Lists of interactions as a parent asks for them: all rows of a family, and filtered ones of a
/// small and of a large family, compared with a C program that steps the same statements plus a
/// no-op with as many bytes through the broker.
enum ReadsBenchmark {
    private static let sizes = [1_000, 100_000]
    private static let otherFamilies = 100
    private static let rounds = 5
    /// About how many rows a round may read: a search reads every text of its family.
    private static let rowsOfRound = 1_000_000
    private static let callsMax = 200
    private static let pageRows = 50
    /// A filtered page of a small family takes so little that the threads it wakes show.
    private static let smallPageMax = 1.5

    private struct Read {
        /// The mode of the C program `reads`.
        let mode: String
        let name: String
        let request: ListInteractions.Request
        /// The size of the largest family that is asked.
        let largest: Int
    }

    private static var reads: [Read] {
        var filtered = ListInteractions.Request()
        filtered.limit = FormField(pageRows)
        filtered[.type] = "email"
        filtered[.direction] = Direction.inbound.rawValue
        var searched = ListInteractions.Request()
        searched.limit = FormField(pageRows)
        searched[.search] = "visit 77"
        return [
            Read(mode: "all", name: "all rows", request: .init(), largest: sizes[0]),
            Read(mode: "filter", name: "two filters", request: filtered, largest: sizes[1]),
            Read(mode: "search", name: "a word", request: searched, largest: sizes[1]),
        ]
    }

    static func run(_ report: Report) throws {
        report.begin("interactions.list, families of \(sizes) rows among \(otherFamilies) others")
        let families = sizes.enumerated().map { SeededFamilies(first: $0 + 1, rowsEach: $1) }
        let others = SeededFamilies(
            first: sizes.count + 1, count: otherFamilies, rowsEach: sizes[0])
        let interactions = try InteractionsSystem(
            seededBy: (families + [others]).map(\.mode))
        defer { interactions.stop() }
        for read in reads {
            for (index, rows) in sizes.enumerated() where rows <= read.largest {
                try measure(read, family: UInt64(index + 1), of: rows, interactions, report)
            }
        }
        // A search reads more than the service itself keeps of its file.
        for read in reads where read.mode == "search" {
            try measureFromDisk(read, family: UInt64(sizes.count), interactions, report)
        }
    }

    /// Reads a large family that the system has not cached. A read that takes longer than a read
    /// may is refused, which ends the benchmark.
    private static func measureFromDisk(
        _ read: Read, family: UInt64, _ interactions: InteractionsSystem, _ report: Report
    ) throws {
        try interactions.askAsParent(in: family)
        let rounds = try (0..<rounds).map { _ in
            try interactions.dropCachedPages()
            let statements =
                try interactions.limit(read.mode, "\(family)", "1", program: "reads")[0]
            try interactions.dropCachedPages()
            let began = ContinuousClock.now
            _ = try interactions.answer(ListInteractions.self, read.request)
            return (ours: (ContinuousClock.now - began) / .nanoseconds(1), statements: statements)
        }
        report.atMost(
            "\(read.name), family of \(read.largest), from the disk / twice its statements in C",
            median(rounds.map { $0.ours / (2 * $0.statements) }), limit: 1, unit: "x",
            "(\(Int(median(rounds.map(\.ours)) / 1_000)) µs, "
                + "C \(Int(median(rounds.map(\.statements)) / 1_000)) µs)")
    }

    private static func measure(
        _ read: Read, family: UInt64, of rows: Int, _ interactions: InteractionsSystem,
        _ report: Report
    ) throws {
        try interactions.askAsParent(in: family)
        let calls = min(callsMax, rowsOfRound / rows)
        let answer = try interactions.answer(ListInteractions.self, read.request)
        let page = try JSONCoding.decodeResponse(ListInteractions.Response.self, from: answer)
        let times = try (0..<rounds).map { _ in
            let limit = try interactions.limit(
                read.mode, "\(family)", "\(calls)", program: "reads")
            guard limit[1] == Double(page.interactions.count) else {
                throw BenchmarkFailure(
                    description: "\(read.name): \(limit[1]), \(page.interactions.count) rows")
            }
            return try interactions.round(
                ListInteractions.self, read.request, calls: calls, statements: limit[0])
        }
        let isSmallPage = read.mode == "filter" && rows == sizes[0]
        interactions.compare(
            "\(read.name), family of \(rows)", times, limit: isSmallPage ? smallPageMax : 1,
            "\(page.interactions.count) rows, \(answer.count) bytes", report)
    }
}
