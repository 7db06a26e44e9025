import Contracts
import Foundation
import Majordomo
import ServiceKit

/// `interactions.list` and `interactions.create`, in realistic shares: many reads, some writes.
final class InteractionsScenario: FamilyScenario {
    static let name = "interactions"
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
    let families: LoadFamilies<[KnownAnswer]>
    let words = FamilyWords(
        records: "interactions", writingFamily: "one more family that logs", growth: "were logged")

    /// `size` is the number of contacts in all families together.
    init(size: Int, seed: UInt64) {
        families = LoadFamilies(size: size, seed: seed)
    }

    // MARK: Data

    func prepare(_ target: Target, _ progress: Progress) throws {
        var numbers = SeededSequence(seed: families.seed)
        try families.make(target) { number, account, count in
            let school = try account.addSchool("Load College", target)
            progress.say("loading \(Text.count(count)) interactions of family \(number + 1)")
            let rows = try load(count, account, school, target, &numbers)
            let model = InteractionModel(rows)
            return try InteractionsScenario.queries.map { query in
                KnownAnswer(ListInteractions.self, try InteractionsScenario.payload(of: query)) {
                    model.problem(query, $0)
                }
            }
        }
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
            return InteractionModel.Row(id: answer.interaction.id, form: item.form)
        }
    }

    // MARK: Requests

    func makeSource(seed: UInt64) throws -> any RequestSource {
        try Source(self, seed: seed)
    }

    /// The number of prepared contacts per source, of various types and directions.
    private static let contacts = 16

    private final class Source: RequestSource {
        private let scenario: InteractionsScenario
        private var numbers: SeededSequence
        private let lists: [PreparedRequest]
        private var contacts: [ContactTemplate] = []
        private var made = 0

        init(_ scenario: InteractionsScenario, seed: UInt64) throws {
            self.scenario = scenario
            numbers = SeededSequence(seed: seed)
            lists = try scenario.families.reading.flatMap { account, known in
                try known.map { try $0.prepared(ListInteractions.self, account) }
            }
            guard let writing = scenario.families.writing else { return }
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
            scenario.families.count(1, ending, isUnknown: isUnknown)
        }
    }

    // MARK: Final counts

    func findings(_ target: Target) throws -> [String] {
        try families.findings(target, "contacts") { options in
            var request = ListInteractions.Request()
            request.limit = FormField(1)
            return try target.caller.call(ListInteractions.self, request, options: options)
                .analytics.total
        }
    }
}
