import Contracts
import Foundation
import Majordomo
import ServiceKit

/// Figures of posts by range, lists of posts, and imports of batches.
final class AnalyticsScenario: FamilyScenario {
    static let name = "analytics"
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
    let families: LoadFamilies<Known>
    let words = FamilyWords(
        records: "posts", writingFamily: "one more family that batches come in for",
        growth: "came in")

    /// The known answers about a family.
    struct Known: Sendable {
        let figures: [KnownAnswer]
        let lists: [KnownAnswer]
    }

    /// `size` is the number of posts in all families together.
    init(size: Int, seed: UInt64) {
        families = LoadFamilies(size: size, seed: seed)
    }

    // MARK: Data

    func prepare(_ target: Target, _ progress: Progress) throws {
        try families.make(target) { number, account, count in
            let schools = try (1...8).map { try account.addSchool("Load College \($0)", target) }
            progress.say("loading \(Text.count(count)) posts of family \(number + 1)")
            let model = try load(
                count, account, schools, target, seed: families.seed &+ UInt64(number))
            return AnalyticsScenario.known(model)
        }
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

    private static func known(_ model: PostModel) -> Known {
        let figures = AnalyticsRange.allCases.map { range in
            let query = Array("{\"range\":\"\(range.rawValue)\",\"time_zone\":\"UTC\"}".utf8)
            return KnownAnswer(SocialAnalytics.self, query) { model.problem(range, $0) }
        }
        let lists = [false, true].map { isRecruiting in
            KnownAnswer(ListPosts.self, listQuery(isRecruiting: isRecruiting)) { answer in
                model.problem(limit: listLimit, isRecruiting: isRecruiting, answer)
            }
        }
        return Known(figures: figures, lists: lists)
    }

    // MARK: Requests

    func makeSource(seed: UInt64) throws -> any RequestSource { try Source(self, seed: seed) }

    /// The number of prepared batches per source.
    private static let batches = 32

    private final class Source: RequestSource {
        private let scenario: AnalyticsScenario
        private var numbers: SeededSequence
        /// The figures and lists of all families.
        private let figures: [PreparedRequest]
        private let lists: [PreparedRequest]
        private var batches: [PreparedRequest] = []

        init(_ scenario: AnalyticsScenario, seed: UInt64) throws {
            self.scenario = scenario
            numbers = SeededSequence(seed: seed)
            figures = try scenario.families.reading.flatMap { account, known in
                try known.figures.map { try $0.prepared(SocialAnalytics.self, account) }
            }
            lists = try scenario.families.reading.flatMap { account, known in
                try known.lists.map { try $0.prepared(ListPosts.self, account) }
            }
            guard let writer = scenario.families.writing else { return }
            batches = try (0..<AnalyticsScenario.batches).map { _ in
                try PreparedRequest(batch(writer), AnalyticsScenario.isTaken)
            }
        }

        func next() -> PlannedRequest {
            let isChecked = numbers.fraction() < checkedShare
            let kind = numbers.fraction()
            if kind < AnalyticsScenario.figuresShare {
                return figures[numbers.below(figures.count)].planned(0, isChecked: isChecked)
            }
            if kind >= AnalyticsScenario.figuresShare + AnalyticsScenario.listShare {
                let batch = batches[numbers.below(batches.count)]
                batch.template.setKey(.random(using: &numbers))
                return batch.planned(2, isChecked: isChecked)
            }
            return lists[numbers.below(lists.count)].planned(1, isChecked: isChecked)
        }

        /// A batch of current posts. They have no address, so that none is a duplicate.
        private func batch(_ writer: WritingFamily) -> ClientRequest {
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
            scenario.families.count(AnalyticsScenario.batchPosts, ending, isUnknown: isUnknown)
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
        try families.findings(target, "posts") { options in
            let json = try target.caller.answer(
                SocialAnalytics.self, payload: Array("{\"range\":\"all\"}".utf8), options: options
            ).json
            return try JSONCoding.decodeResponse(SocialAnalytics.Response.self, from: json)
                .summary.totalPosts
        }
    }
}
