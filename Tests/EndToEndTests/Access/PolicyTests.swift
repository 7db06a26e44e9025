import Contracts
import Foundation
import ServiceKit
import Testing

/// Every operation, asked by everybody, over the wire (X-01 …, S14).
@Suite(.oneAtATime) struct PolicyTests {
    @Test func everyOperationAnswersAsTheTableSays() throws {
        let system = try SystemUnderTest(now: Instant(text: "2026-03-01T12:00:00Z"))
        let scene = try PolicyScene(system)
        let named = Set(PolicyTable.lines.map(\.operation))
        #expect(named == Set(OperationCatalogue.all.map(\.name)))
        var asked = 0
        for line in PolicyTable.lines {
            guard let operation = OperationCatalogue.operation(named: line.operation) else {
                continue
            }
            let services = (line.service ?? operation.service).map { [$0] } ?? ServiceName.allCases
            for caller in PolicyTable.Caller.allCases {
                for service in services {
                    let answer = scene.ask(line, of: operation, at: service, as: caller)
                    asked += 1
                    #expect(
                        answer.code == line.answers[caller.rawValue],
                        "\(line.operation) at \(service) as \(caller): \(answer)")
                }
            }
        }
        print("policy: \(PolicyTable.lines.count) operations, \(asked) questions")
    }

    /// what belongs to others and what does not exist cannot be told apart.
    @Test func foreignAndMissingAreTheSame() throws {
        let system = try SystemUnderTest(now: Instant(text: "2026-03-01T12:00:00Z"))
        let scene = try PolicyScene(system)
        var compared = 0
        for line in PolicyTable.lines {
            guard let operation = OperationCatalogue.operation(named: line.operation),
                let service = line.service ?? operation.service, line.answers[4] == "not_found"
            else { continue }
            let foreign = scene.ask(line, of: operation, at: service, as: .stranger)
            let missing = scene.ask(
                line, of: operation, at: service, as: .stranger, family: .make(at: scene.now))
            #expect(foreign == missing, "\(line.operation)")
            // In the stranger's own family the records of the other one do not exist either.
            guard line.request.contains("{") else { continue }
            let own = scene.ask(
                line, of: operation, at: service, as: .stranger, family: scene.strangersFamily)
            let invented = scene.ask(
                line, of: operation, at: service, as: .stranger, family: scene.strangersFamily,
                inventingIDs: true)
            #expect(own == invented, "\(line.operation)")
            compared += 1
        }
        #expect(compared > 8)
    }
}

/// A family with everybody in the table.
private struct PolicyScene {
    /// What an answer shows of itself.
    struct Answer: Equatable {
        let code: String
        let message: String
        let errors: [String: String]
    }

    let system: SystemUnderTest
    let now = Instant(text: "2026-03-01T12:00:00Z") ?? .earliest
    private let people: [PolicyTable.Caller: Person]
    private let family: FamilyID
    let strangersFamily: FamilyID
    private let names: [String: String]

    init(_ system: SystemUnderTest) throws {
        self.system = system
        var player = try system.makePerson("Player", .player)
        var sibling = try system.makePerson("Sibling", .player)
        var parent = try system.makePerson("Parent", .parent)
        var stranger = try system.makePerson("Stranger", .player)
        var removed = try system.makePerson("Removed", .parent)
        let made = try system.makeFamily("Family", of: &player)
        family = made.id
        strangersFamily = try system.makeFamily("Other", of: &stranger).id
        try system.join(made.codes.playerCode, as: &sibling)
        try system.join(made.codes.parentCode, as: &parent)
        try system.join(made.codes.parentCode, as: &removed)
        _ = try system.call(
            RemoveMember.self, .init(userID: removed.userID), as: player, in: family)
        try system.renewPassport(of: &removed)
        people = [
            .player: player, .sibling: sibling, .parent: parent, .stranger: stranger,
            .removedParent: removed,
        ]
        let school = try system.call(
            AddSchool.self, .init(name: "School"), as: player, in: family
        ).school
        let coach = try system.call(
            AddCoach.self, CoachForm(firstName: "A", lastName: "B", schoolID: school.id),
            as: player, in: family
        ).coach
        let rows = try ["stays", "goes"].map { subject in
            try system.call(
                CreateInteraction.self, KillFamily.form(subject, at: school.id), as: player,
                in: made.id
            ).interaction.id
        }
        let deletion = try system.call(
            DeleteInteraction.self, .init(id: rows[1]), as: player, in: family
        ).operationID
        let post = try system.call(
            AddPost.self, PostForm(platform: "twitter", postDate: "2026-02-10T12:00:00Z"),
            as: player, in: family
        ).post.id
        let file = Array("a".utf8)
        let attached = try AttachmentClient(system: system, person: player, family: made.id)
            .attach("a.txt", file, to: rows[0])
        let upload = try AttachmentClient(system: system, person: player, family: made.id)
            .send("open.txt", file, to: rows[0])
        names = [
            "{post}": post.text, "{file}": attached.attachment.id.text, "{upload}": upload.text,
            "{hash}": ContentHash(of: file).hex,
            "{school}": school.id.text, "{coach}": coach.id.text, "{row}": rows[0].text,
            "{deletion}": deletion.text, "{parent}": parent.userID.text,
            "{parentCode}": made.codes.parentCode,
        ]
    }

    /// Asks as somebody about the family; a change is rehearsed and leaves nothing.
    func ask(
        _ line: PolicyTable.Line, of operation: OperationDescriptor, at service: ServiceName,
        as caller: PolicyTable.Caller, family other: FamilyID? = nil, inventingIDs: Bool = false
    ) -> Answer {
        var request = line.request
        for (name, value) in names {
            let isID = InteractionID(text: value) != nil
            request = request.replacing(
                name, with: inventingIDs && isID ? InteractionID.make(at: now).text : value)
        }
        // Another address each time: failures of one address slow its sign-ins down (S26).
        request = request.replacing(
            "{nobody}", with: "\(UInt64.random(in: .min ... .max))@x.example")
        let options = ServiceKit.Caller.Options(
            passport: people[caller]?.passport ?? [], family: other ?? family,
            budget: SystemUnderTest.patience,
            isDryRun: !operation.isReadOnly && !operation.carriesSecrets)
        return send(operation.type, Array(request.utf8), at: service, options)
    }

    private func send<Op: Contracts.Operation>(
        _ operation: Op.Type, _ payload: [UInt8], at service: ServiceName,
        _ options: ServiceKit.Caller.Options
    ) -> Answer {
        do {
            _ = try system.caller.answer(
                operation, payload: payload, at: service, options: options)
            return Answer(code: "ok", message: "", errors: [:])
        } catch {
            return Answer(
                code: error.error.code.rawValue, message: error.error.message,
                errors: error.error.errors)
        }
    }
}
