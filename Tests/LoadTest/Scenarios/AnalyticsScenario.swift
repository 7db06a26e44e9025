import Contracts
import Foundation
import Majordomo
import ServiceKit
import Synchronization

/// Figures of posts by range, lists of posts, and imports of batches.
final class AnalyticsScenario: Scenario {
    static let name = "analytics"
    /// The number of families that are read; their posts do not change, so that answers are known.
    static let readFamilies = 3
    /// The shares of figures and lists among the requests; the rest are batches.
    static let figuresShare = 0.7
    static let listShare = 0.2
    /// The posts per batch, and the rows per list.
    static let batchPosts = 20
    static let listLimit = 50

    let operations = [
        LoadOperation(SocialAnalytics.self, share: figuresShare),
        LoadOperation(ListPosts.self, share: listShare),
        LoadOperation(ImportPosts.self, share: 1 - figuresShare - listShare),
    ]
    private let size: Int
    private let seed: UInt64
    private let readers = Mutex<[Reading]>([])
    private let writer = Mutex<Writing?>(nil)
    private let written = Mutex(WrittenRecords())

    /// A family that is read.
    private struct Reading: Sendable {
        let account: Account
        let figures: [(query: [UInt8], expectation: Expectation)]
        let lists: [(query: [UInt8], expectation: Expectation)]
    }

    /// The family into which batches are imported.
    private struct Writing: Sendable {
        let account: Account
        let school: SchoolID
    }

    /// `size` is the number of posts in all families together.
    init(size: Int, seed: UInt64) {
        self.size = size
        self.seed = seed
    }

    var dataSet: String {
        "\(Text.count(size)) posts in \(AnalyticsScenario.readFamilies) families, "
            + "made with seed \(seed); one more family that batches come in for"
    }

    var growth: String {
        "\(Text.count(written.withLock { $0.acknowledged })) posts came in while it ran"
    }

    // MARK: Data

    func prepare(_ target: Target, _ progress: Progress) throws {
        let tag = String(UInt32.random(in: 100_000...999_999_999))
        for number in 0..<AnalyticsScenario.readFamilies {
            let account = try Account(number: number, tag: tag, target: target)
            let schools = try (1...8).map { school in
                try target.caller.call(
                    AddSchool.self, .init(name: "Load College \(school)"),
                    options: account.options
                ).school.id
            }
            let count =
                size / AnalyticsScenario.readFamilies
                + (number < size % AnalyticsScenario.readFamilies ? 1 : 0)
            progress.say("loading \(Text.count(count)) posts of family \(number + 1)")
            let model = try load(count, account, schools, target, seed: seed &+ UInt64(number))
            readers.withLock { $0.append(AnalyticsScenario.reading(account, model)) }
        }
        let account = try Account(
            number: AnalyticsScenario.readFamilies, tag: tag, target: target)
        let school = try target.caller.call(
            AddSchool.self, .init(name: "Load College"), options: account.options
        ).school.id
        writer.withLock { $0 = Writing(account: account, school: school) }
    }

    func refresh(_ target: Target) throws {
        for reading in readers.withLock({ $0 }) { try reading.account.renew(target) }
        try writer.withLock { $0 }?.account.renew(target)
    }

    /// Imports posts in batches of a thousand.
    private func load(
        _ count: Int, _ account: Account, _ schools: [SchoolID], _ target: Target, seed: UInt64
    ) throws -> PostModel {
        var maker = PostMaker(
            count, at: ProcessClock().now().milliseconds, schools: schools, seed: seed)
        var rows: [PostModel.Row] = []
        rows.reserveCapacity(count)
        var importID: OperationID?
        var number = 0
        while rows.count < count {
            let size = min(PostMaker.batchRows, count - rows.count)
            let posts = (0..<size).map { _ in
                let post = maker.next()
                rows.append(post.row)
                return post.json
            }
            number += 1
            try account.renew(target)
            var options = account.options
            options.idempotencyKey = .make(at: ProcessClock().now())
            let json = try target.caller.answer(
                ImportPosts.self,
                payload: PostMaker.batch(posts, importID: importID, number: number),
                options: options
            ).json
            let verdicts = try JSONCoding.decodeResponse(PostVerdicts.self, from: json)
            guard verdicts.new == size else {
                throw LoadTestFailure(
                    .other,
                    "\(size - verdicts.new) of \(size) posts were not taken: "
                        + "\(verdicts.rejected.first.map { "\($0.errors)" } ?? "duplicates")")
            }
            importID = verdicts.importID
        }
        return PostModel(rows)
    }

    /// The request for a list of the newest posts.
    static func listQuery(isRecruiting: Bool) -> [UInt8] {
        let filter = isRecruiting ? "\"recruiting\":true," : ""
        return Array("{\(filter)\"limit\":\(listLimit)}".utf8)
    }

    private static func reading(_ account: Account, _ model: PostModel) -> Reading {
        let figures = AnalyticsRange.allCases.map { range -> (query: [UInt8], Expectation) in
            let query = Array("{\"range\":\"\(range.rawValue)\",\"time_zone\":\"UTC\"}".utf8)
            return (
                query,
                { json in
                    guard
                        let answer = try? JSONCoding.decodeResponse(
                            SocialAnalytics.Response.self, from: json)
                    else { return "analytics.social: the answer cannot be read" }
                    return model.problem(range, answer)
                }
            )
        }
        let lists = [false, true].map { isRecruiting -> (query: [UInt8], Expectation) in
            return (
                listQuery(isRecruiting: isRecruiting),
                { json in
                    guard
                        let answer = try? JSONCoding.decodeResponse(
                            ListPosts.Response.self, from: json)
                    else { return "posts.list: the answer cannot be read" }
                    return model.problem(
                        limit: listLimit, isRecruiting: isRecruiting, answer)
                }
            )
        }
        return Reading(
            account: account, figures: figures.map { ($0.0, $0.1) },
            lists: lists.map { ($0.0, $0.1) })
    }

    // MARK: Requests

    func makeSource(seed: UInt64) throws -> any RequestSource { try Source(self, seed: seed) }

    private var reading: [Reading] { readers.withLock { $0 } }
    private var writing: Writing? { writer.withLock { $0 } }

    /// The number of prepared batches per source.
    private static let batches = 32

    /// A prepared request and the check of its answer.
    private struct Ready {
        let template: RequestTemplate
        let expectation: Expectation
    }

    private final class Source: RequestSource {
        private let scenario: AnalyticsScenario
        private var numbers: SeededSequence
        /// The figures and lists of all families.
        private var figures: [Ready] = []
        private var lists: [Ready] = []
        private var batches: [Ready] = []

        init(_ scenario: AnalyticsScenario, seed: UInt64) throws {
            self.scenario = scenario
            numbers = SeededSequence(seed: seed)
            for reading in scenario.reading {
                figures += try reading.figures.map { query, expectation in
                    let request = reading.account.request(SocialAnalytics.self, payload: query)
                    return Ready(
                        template: try RequestTemplate(request), expectation: expectation)
                }
                lists += try reading.lists.map { query, expectation in
                    let request = reading.account.request(ListPosts.self, payload: query)
                    return Ready(
                        template: try RequestTemplate(request), expectation: expectation)
                }
            }
            guard let writer = scenario.writing else { return }
            batches = try (0..<AnalyticsScenario.batches).map { _ in
                Ready(
                    template: try RequestTemplate(batch(writer)),
                    expectation: AnalyticsScenario.isTaken)
            }
        }

        func next() -> PlannedRequest {
            let isChecked = numbers.fraction() < checkedShare
            let kind = numbers.fraction()
            if kind < AnalyticsScenario.figuresShare {
                return request(0, figures[numbers.below(figures.count)], isChecked)
            }
            if kind >= AnalyticsScenario.figuresShare + AnalyticsScenario.listShare {
                let batch = batches[numbers.below(batches.count)]
                batch.template.setKey(.random(using: &numbers))
                return request(2, batch, isChecked)
            }
            return request(1, lists[numbers.below(lists.count)], isChecked)
        }

        private func request(_ operation: Int, _ ready: Ready, _ isChecked: Bool) -> PlannedRequest
        {
            PlannedRequest(
                operation: operation, template: ready.template,
                expectation: isChecked ? ready.expectation : nil)
        }

        /// A batch of current posts. They have no address, so that none is a duplicate.
        private func batch(_ writer: Writing) -> ClientRequest {
            let size = AnalyticsScenario.batchPosts
            var maker = PostMaker(
                size, at: ProcessClock().now().milliseconds, schools: [writer.school],
                seed: numbers.next())
            let posts = (0..<size).map { _ in maker.next().json }
            return writer.account.request(
                ImportPosts.self, payload: PostMaker.batch(posts, importID: nil, number: 1),
                key: .random(using: &numbers))
        }

        func ended(_ request: PlannedRequest, _ ending: Ending, isUnknown: Bool) {
            guard request.operation == 2 else { return }
            scenario.written.withLock {
                $0.count(AnalyticsScenario.batchPosts, ending, isUnknown: isUnknown)
            }
        }
    }

    /// Checks that all posts of a batch were new.
    private static let isTaken: Expectation = { json in
        let verdicts = try? JSONCoding.decodeResponse(PostVerdicts.self, from: json)
        return verdicts?.new == batchPosts
            ? nil : "posts.import: \(verdicts?.new ?? 0) posts were taken, not \(batchPosts)"
    }

    // MARK: Final counts

    func findings(_ target: Target) throws -> [String] {
        guard let writing else { return [] }
        try writing.account.renew(target)
        let json = try target.caller.answer(
            SocialAnalytics.self, payload: Array("{\"range\":\"all\"}".utf8),
            options: writing.account.options
        ).json
        let answer = try JSONCoding.decodeResponse(SocialAnalytics.Response.self, from: json)
        let total = answer.summary.totalPosts
        return written.withLock { $0.findings(total, "posts") }
    }
}
