import Contracts
import Foundation
import HTML
import ServiceKit
import WebPages

/// The HTML of the page "Interactions", compared with the JSON of the answer that it shows. Both
/// are written by this process.
enum PageBenchmark {
    private static let rounds = 11
    private static let calls = 100
    private static let timeMax = 2.0

    static func run(_ answer: ListInteractions.Response, _ report: Report) throws {
        let zone = ReaderZone(TimeZone(identifier: "America/New_York") ?? .gmt)
        let context = PageContext(
            userID: UserID(high: 1, low: 1), fullName: "Sam Bench", role: .player,
            family: .init(id: FamilyID(high: 1, low: 2), name: "Bench"), zone: zone,
            now: ProcessClock().now(), formKey: .random())
        var pages: [Double] = []
        var ratios: [Double] = []
        for _ in 0..<rounds {
            let json = try time { answer.json.count }
            let page = try time {
                var html = HTMLWriter()
                InteractionsPage(.success(answer), .init(), context).write(to: &html)
                return html.bytes.count
            }
            pages.append(page)
            ratios.append(page / json)
        }
        report.atMost(
            "HTML of the page / JSON of its answer", median(ratios), limit: timeMax, unit: "x",
            "(\(Int(median(pages))) µs)")
    }

    /// The time that each of many calls takes, in microseconds.
    private static func time(_ body: () throws -> Int) throws -> Double {
        let began = ContinuousClock.now
        for _ in 0..<calls where try body() == 0 {
            throw BenchmarkFailure(description: "nothing was written")
        }
        return (ContinuousClock.now - began) / .microseconds(calls)
    }
}
