import Contracts
import Foundation
import ServiceKit

/// Two families with all callers of the table, and records of every kind in both.
struct PolicyScene {
    /// The visible parts of a response.
    struct Answer: Equatable {
        let code: String
        let message: String
        let errors: [String: String]
        /// The JSON of a query, without the ids in the request.
        var body = ""
    }

    /// The owner of the records in a request.
    enum Naming {
        /// The first family.
        case others
        /// The second family.
        case own
        /// No family: the ids are new.
        case nobodys
    }

    /// A text in every record of the first family, and nowhere else.
    static let canary = "Canary7f3a"

    let system: SystemUnderTest
    let now = Instant(text: "2026-03-01T12:00:00Z") ?? .earliest
    private let people: [PolicyTable.Caller: Person]
    private let family: FamilyID
    let strangersFamily: FamilyID
    private let names: [String: String]
    private let strangersNames: [String: String]

    init(_ system: SystemUnderTest) throws {
        self.system = system
        let made = try system.makeHousehold(family: "\(Self.canary) family")
        let other = try system.makeHousehold("Stranger", family: "Other")
        (family, strangersFamily) = (made.id, other.id)
        let sibling = try made.makeMember("Sibling", .player)
        let parent = try made.makeMember("Parent", .parent)
        var removed = try made.makeMember("Removed", .parent)
        let strangersParent = try other.makeMember("Stranger's parent", .parent)
        _ = try system.call(
            RemoveMember.self, .init(userID: removed.userID), as: made.player, in: family)
        try system.renewPassport(of: &removed)
        // Removing a member replaces both codes.
        let codes = try system.call(ShowFamilyCodes.self, .init(), as: made.player, in: family)
        people = [
            .player: made.player, .sibling: sibling, .parent: parent, .stranger: other.player,
            .removedParent: removed, .strangersParent: strangersParent,
        ]
        names = try PolicyRecords(made, text: Self.canary).names.merging(
            ["{parent}": parent.userID.text, "{parentCode}": codes.parentCode],
            uniquingKeysWith: { $1 })
        strangersNames = try PolicyRecords(other, text: "Other").names.merging(
            ["{parent}": strangersParent.userID.text], uniquingKeysWith: { $1 })
    }

    /// A former player of the family.
    func removedPlayer() throws -> Person {
        guard let player = people[.player] else {
            throw SystemUnderTest.Failure(description: "nobody plays")
        }
        let codes = try system.call(ShowFamilyCodes.self, .init(), as: player, in: family)
        var removed = try system.makeMember("Gone", .player, codes)
        // Logging works only once the service has read that the player joined.
        var form = CreateInteraction.Request(
            type: "email", direction: "outbound", occurredAt: "2026-02-10T12:00:00Z")
        form.schoolID = FormField(names["{school}"])
        _ = try system.call(CreateInteraction.self, form, as: removed, in: family)
        _ = try system.call(
            RemoveMember.self, .init(userID: removed.userID), as: player, in: family)
        try system.renewPassport(of: &removed)
        return removed
    }

    /// Sends a table line as any person, in the first family; changes are dry runs.
    func ask(
        _ line: PolicyTable.Line, of operation: OperationDescriptor, at service: ServiceName,
        by person: Person
    ) -> Answer {
        ask(
            operation, filled(line.request, with: names).text, at: service, by: person,
            in: family)
    }

    /// Sends a table line as a caller, in the first family by default; changes are dry runs.
    func ask(
        _ line: PolicyTable.Line, of operation: OperationDescriptor, at service: ServiceName,
        as caller: PolicyTable.Caller, family other: FamilyID? = nil, inventingIDs: Bool = false
    ) -> Answer {
        let used = inventingIDs ? invented(names) : names
        return ask(
            operation, filled(line.request, with: used).text, at: service, as: caller,
            in: other ?? family)
    }

    /// Sends a question as a member of the second family, in that family.
    func ask(
        _ question: PolicyQuestion, as caller: PolicyTable.Caller, naming: Naming
    ) -> Answer {
        let used =
            switch naming {
            case .others: names
            case .own: strangersNames
            case .nobodys: invented(names)
            }
        let (request, _) = filled(
            question.request,
            with: Dictionary(
                uniqueKeysWithValues: strangersNames.map { ("{own:" + $0.dropFirst(), $1) }))
        let (text, ids) = filled(request, with: used)
        var answer = ask(
            question.operation, text, at: question.service, as: caller, in: strangersFamily)
        for id in ids { answer.body = answer.body.replacing(id, with: "{id}") }
        return answer
    }

    /// The placeholders with new ids and unused names.
    private func invented(_ names: [String: String]) -> [String: String] {
        names.mapValues { value in
            if InteractionID(text: value) != nil { return InteractionID.make(at: now).text }
            return value.replacing(Self.canary, with: "Nobody7f3a")
        }
    }

    /// A request with its placeholders filled in, and the values used.
    private func filled(
        _ request: String, with names: [String: String]
    ) -> (text: String, ids: [String]) {
        var (request, ids): (String, [String]) = (request, [])
        for (name, value) in names where request.contains(name) {
            request = request.replacing(name, with: value)
            ids.append(value)
        }
        // Uses a new address each time, since failures with one address delay its sign-ins.
        request = request.replacing(
            "{nobody}", with: "\(UInt64.random(in: .min ... .max))@x.example")
        return (request, ids)
    }

    private func ask(
        _ operation: OperationDescriptor, _ request: String, at service: ServiceName,
        as caller: PolicyTable.Caller, in family: FamilyID
    ) -> Answer {
        ask(operation, request, at: service, by: people[caller], in: family)
    }

    private func ask(
        _ operation: OperationDescriptor, _ request: String, at service: ServiceName,
        by person: Person?, in family: FamilyID
    ) -> Answer {
        let options = ServiceKit.Caller.Options(
            passport: person?.passport ?? [], family: family,
            budget: SystemUnderTest.patience,
            isDryRun: !operation.isReadOnly && !operation.carriesSecrets)
        return send(operation.type, Array(request.utf8), at: service, options)
    }

    private func send<Op: Contracts.Operation>(
        _ operation: Op.Type, _ payload: [UInt8], at service: ServiceName,
        _ options: ServiceKit.Caller.Options
    ) -> Answer {
        do {
            let answer = try system.caller.answer(
                operation, payload: payload, at: service, options: options)
            let body = Op.isReadOnly ? String(decoding: answer.json, as: UTF8.self) : ""
            return Answer(code: "ok", message: "", errors: [:], body: body)
        } catch {
            return Answer(
                code: error.error.code.rawValue, message: error.error.message,
                errors: error.error.errors)
        }
    }
}
