import Contracts
import Foundation
import Majordomo
import ServiceKit
import Synchronization

/// `interactions.list` and `interactions.create`, in realistic shares: many reads, some writes.
final class InteractionsScenario: Scenario {
    static let name = "interactions"
    /// The number of families that are read; their rows do not change, so that answers are known.
    static let readFamilies = 3
    /// The most contacts when the data set also has posts.
    static let mixedSizeMax = 10_000
    /// The rows per list.
    static let listLimit = 50
    /// The share of lists among the requests; the rest log a contact.
    static let listShare = 0.8

    let operations = [
        LoadOperation(ListInteractions.self, share: listShare),
        LoadOperation(CreateInteraction.self, share: 1 - listShare),
    ]
    private let size: Int
    private let seed: UInt64
    private let readers = Mutex<[Reading]>([])
    private let writer = Mutex<(account: Account, school: SchoolID)?>(nil)
    private let written = Mutex(WrittenRecords())

    /// A family that is read.
    private struct Reading: Sendable {
        let account: Account
        let lists: [(query: [UInt8], expectation: Expectation)]
    }

    /// `size` is the number of contacts in all families together.
    init(size: Int, seed: UInt64) {
        self.size = size
        self.seed = seed
    }

    var dataSet: String {
        "\(Text.count(size)) interactions in \(InteractionsScenario.readFamilies) families, "
            + "made with seed \(seed); one more family that logs"
    }

    var growth: String {
        "\(Text.count(written.withLock { $0.acknowledged })) interactions were logged while it ran"
    }

    // MARK: Data

    func prepare(_ target: Target, _ progress: Progress) throws {
        let tag = String(UInt32.random(in: 100_000...999_999_999))
        var numbers = SeededSequence(seed: seed)
        for number in 0..<InteractionsScenario.readFamilies {
            let account = try Account(number: number, tag: tag, target: target)
            let school = try InteractionsScenario.makeSchool(account, target)
            let count =
                size / InteractionsScenario.readFamilies
                + (number < size % InteractionsScenario.readFamilies ? 1 : 0)
            progress.say("loading \(Text.count(count)) interactions of family \(number + 1)")
            let rows = try load(count, account, school, target, &numbers)
            let model = InteractionModel(rows)
            let lists = try InteractionsScenario.queries.map { query in
                (
                    query: try InteractionsScenario.payload(of: query),
                    expectation: InteractionsScenario.expectation(query, model)
                )
            }
            readers.withLock { $0.append(Reading(account: account, lists: lists)) }
        }
        let account = try Account(
            number: InteractionsScenario.readFamilies, tag: tag, target: target)
        let school = try InteractionsScenario.makeSchool(account, target)
        writer.withLock { $0 = (account, school) }
    }

    func refresh(_ target: Target) throws {
        for reading in readers.withLock({ $0 }) { try reading.account.renew(target) }
        try writer.withLock { $0 }?.account.renew(target)
    }

    /// The lists requested: all rows, and some filters.
    static let queries: [InteractionModel.Query] = [
        .init(limit: listLimit),
        .init(type: .email, limit: listLimit),
        .init(direction: .inbound, limit: listLimit),
        .init(type: .phoneCall, direction: .outbound, limit: listLimit),
    ]

    private static func payload(of query: InteractionModel.Query) throws -> [UInt8] {
        var request = ListInteractions.Request()
        request[.type] = query.type?.rawValue
        request[.direction] = query.direction?.rawValue
        request.limit = FormField(query.limit)
        return try JSONCoding.encode(request)
    }

    private static func expectation(
        _ query: InteractionModel.Query, _ model: InteractionModel
    ) -> Expectation {
        { json in
            do {
                return model.problem(
                    query, try JSONCoding.decodeResponse(ListInteractions.Response.self, from: json)
                )
            } catch {
                return "interactions.list: the answer cannot be read: \(error)"
            }
        }
    }

    private static func makeSchool(_ account: Account, _ target: Target) throws -> SchoolID {
        try target.caller.call(
            AddSchool.self, .init(name: "Load College"), options: account.options
        ).school.id
    }

    /// Logs contacts concurrently. Returns the acknowledged rows.
    private func load(
        _ count: Int, _ account: Account, _ school: SchoolID, _ target: Target,
        _ numbers: inout SeededSequence
    ) throws -> [InteractionModel.Row] {
        let newest = ProcessClock().now().milliseconds - 60_000
        var forms: [(form: InteractionForm, key: WireID)] = []
        for number in 0..<count {
            let form = InteractionForm(
                number: number, at: newest - Int64(number) * 60_000, school: school, &numbers)
            forms.append((form, .random(using: &numbers)))
        }
        let loader = Loader(endpoint: target.endpoint)
        let answers = try loader.run(
            forms.map {
                account.request(
                    CreateInteraction.self, payload: $0.form.json, key: $0.key)
            }
        )
        return try zip(forms, answers).map { item, json in
            let answer = try JSONCoding.decodeResponse(CreateInteraction.Response.self, from: json)
            return InteractionModel.Row(
                id: answer.interaction.id, type: item.form.type, direction: item.form.direction,
                subject: item.form.subject, occurredAt: item.form.occurredAt)
        }
    }

    // MARK: Requests

    func makeSource(seed: UInt64) throws -> any RequestSource {
        try Source(self, seed: seed)
    }

    private var reading: [Reading] { readers.withLock { $0 } }
    private var writing: (account: Account, school: SchoolID)? { writer.withLock { $0 } }

    /// The number of prepared contacts per source, of various types and directions.
    private static let contacts = 16

    private final class Source: RequestSource {
        private let scenario: InteractionsScenario
        private var numbers: SeededSequence
        private var lists: [(template: RequestTemplate, expectation: Expectation)] = []
        private var contacts: [ContactTemplate] = []
        private var made = 0

        init(_ scenario: InteractionsScenario, seed: UInt64) throws {
            self.scenario = scenario
            numbers = SeededSequence(seed: seed)
            for reading in scenario.reading {
                lists += try reading.lists.map { query, expectation in
                    let request = reading.account.request(ListInteractions.self, payload: query)
                    return (try RequestTemplate(request), expectation)
                }
            }
            guard let (account, school) = scenario.writing else { return }
            contacts = try (0..<InteractionsScenario.contacts).map { _ in
                try ContactTemplate(account, school, &numbers)
            }
        }

        func next() -> PlannedRequest {
            let isChecked = numbers.fraction() < checkedShare
            if numbers.fraction() >= InteractionsScenario.listShare {
                made += 1
                let contact = contacts[numbers.below(contacts.count)]
                let form = contact.prepare(
                    number: made, at: ProcessClock().now().milliseconds,
                    key: .random(using: &numbers))
                let expectation: Expectation = { form.problem($0) }
                return PlannedRequest(
                    operation: 1, template: contact.template,
                    expectation: isChecked ? expectation : nil)
            }
            let list = lists[numbers.below(lists.count)]
            return PlannedRequest(
                operation: 0, template: list.template,
                expectation: isChecked ? list.expectation : nil)
        }

        func ended(_ request: PlannedRequest, _ ending: Ending, isUnknown: Bool) {
            guard request.operation == 1 else { return }
            scenario.written.withLock { $0.count(1, ending, isUnknown: isUnknown) }
        }
    }

    // MARK: Final counts

    func findings(_ target: Target) throws -> [String] {
        guard let account = writer.withLock({ $0?.account }) else { return [] }
        try account.renew(target)
        var request = ListInteractions.Request()
        request.limit = FormField(1)
        let total = try target.caller.call(
            ListInteractions.self, request, options: account.options
        ).analytics.total
        return written.withLock { $0.findings(total, "contacts") }
    }
}
