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
    private let writer = Mutex<WritingFamily?>(nil)
    private let written = Mutex(WrittenRecords())

    /// A family that is read.
    private struct Reading: Sendable {
        let account: Account
        let lists: [KnownAnswer]
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
        var numbers = SeededSequence(seed: seed)
        let writing = try Self.makeFamilies(InteractionsScenario.readFamilies, of: size, target) {
            number, account, count in
            let school = try account.addSchool("Load College", target)
            progress.say("loading \(Text.count(count)) interactions of family \(number + 1)")
            let rows = try load(count, account, school, target, &numbers)
            let model = InteractionModel(rows)
            let lists = try InteractionsScenario.queries.map { query in
                KnownAnswer(ListInteractions.self, try InteractionsScenario.payload(of: query)) {
                    model.problem(query, $0)
                }
            }
            readers.withLock { $0.append(Reading(account: account, lists: lists)) }
        }
        writer.withLock { $0 = writing }
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
    private var writing: WritingFamily? { writer.withLock { $0 } }

    /// The number of prepared contacts per source, of various types and directions.
    private static let contacts = 16

    private final class Source: RequestSource {
        private let scenario: InteractionsScenario
        private var numbers: SeededSequence
        private var lists: [PreparedRequest] = []
        private var contacts: [ContactTemplate] = []
        private var made = 0

        init(_ scenario: InteractionsScenario, seed: UInt64) throws {
            self.scenario = scenario
            numbers = SeededSequence(seed: seed)
            for reading in scenario.reading {
                lists += try reading.lists.map {
                    try $0.prepared(ListInteractions.self, reading.account)
                }
            }
            guard let writing = scenario.writing else { return }
            contacts = try (0..<InteractionsScenario.contacts).map { _ in
                try ContactTemplate(writing.account, writing.school, &numbers)
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
            return lists[numbers.below(lists.count)].planned(0, isChecked: isChecked)
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
