import Contracts
import Foundation
import ServiceKit
import Testing

/// Sends every operation as every caller over the wire (X-01 … ).
@Suite(.onePerCore) struct PolicyTests {
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
            for caller in PolicyTable.Caller.inTable {
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

    /// A removed player is a stranger to the family, except for their own entries.
    @Test func aRemovedPlayerIsAStrangerWhoMayExport() throws {
        let system = try SystemUnderTest(now: Instant(text: "2026-03-01T12:00:00Z"))
        let scene = try PolicyScene(system)
        let removed = try scene.removedPlayer()
        var admitted: [String] = []
        for line in PolicyTable.lines where line.answers[4] == "not_found" {
            guard let operation = OperationCatalogue.operation(named: line.operation) else {
                continue
            }
            let services = (line.service ?? operation.service).map { [$0] } ?? ServiceName.allCases
            for service in services {
                let answer = scene.ask(line, of: operation, at: service, by: removed)
                if answer.code == "ok" { admitted.append(line.operation) }
                #expect(["ok", "not_found"].contains(answer.code), "\(line.operation): \(answer)")
                // The removed player's own record contains the name of a school of the family.
                #expect(
                    !answer.body.contains("\(PolicyScene.canary) stays"), "\(line.operation)")
            }
        }
        // The record and file in the table are the other player's.
        #expect(admitted == ["interactions.export"])
    }

    /// records of others cannot be distinguished from missing ones.
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
            // Within the stranger's own family, records of the other family do not exist either.
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

    /// Players and parents of a family with records of every kind learn nothing of another family's
    /// records, in whichever operation and field they name them.
    @Test func aFamilyWithRowsOfItsOwnLearnsNothing() throws {
        let system = try SystemUnderTest(now: Instant(text: "2026-03-01T12:00:00Z"))
        let scene = try PolicyScene(system)
        var compared: Set<String> = []
        for question in PolicyQuestion.all {
            for caller in [PolicyTable.Caller.stranger, .strangersParent] {
                let named = scene.ask(question, as: caller, naming: .others)
                let invented = scene.ask(question, as: caller, naming: .nobodys)
                #expect(named == invented, "\(question) as \(caller)")
                #expect(!named.body.contains(PolicyScene.canary), "\(question) as \(caller)")
                compared.insert(question.operation.name)
            }
        }
        #expect(compared.count > 60)
        print("policy: \(PolicyQuestion.all.count) questions of \(compared.count) operations")
    }

    /// No field that takes the id of a family's record is forgotten.
    @Test func everyFieldOfAnIDIsAskedAbout() {
        for operation in OperationCatalogue.all {
            for field in operation.fieldNames
            where PolicyQuestion.takesRecord(field, of: operation) {
                let isAsked = PolicyQuestion.all.contains {
                    $0.operation.name == operation.name && $0.field == field
                }
                #expect(isAsked, "\(operation.name) by \(field): add it to `record(named:by:)`")
            }
        }
    }

    /// The same requests with own records succeed, which shows that the comparison above is not
    /// between two unrelated refusals.
    @Test func theSameQuestionsAboutOwnRecordsAreAnswered() throws {
        let system = try SystemUnderTest(now: Instant(text: "2026-03-01T12:00:00Z"))
        let scene = try PolicyScene(system)
        for question in PolicyQuestion.all where question.tells {
            let answers = [PolicyTable.Caller.stranger, .strangersParent].map {
                scene.ask(question, as: $0, naming: .own)
            }
            let differs = zip(answers, [PolicyTable.Caller.stranger, .strangersParent]).contains {
                $0 != scene.ask(question, as: $1, naming: .nobodys)
            }
            #expect(differs, "\(question): \(answers)")
        }
    }
}
