import CommandKit
import Contracts
import Foundation
import Imports
import ServiceKit
import Support
import Testing

@testable import Gateway

/// `import … --update`, `import template` and the undo of such an import.
@Suite struct ImportUpdateCommandTests {
    private static let importID: OperationID = Fixture.id(0x1a1a_0002)

    private static func answers(to call: OutgoingCall) -> Outcome {
        let rows = [
            ImportedRow(
                line: 2, fate: .updated, name: "Ann Lee",
                changes: [FieldChange(field: "phone", before: nil, after: "(919) 555-0100")]),
            ImportedRow(line: 3, fate: .added, name: "Bo Ray"),
            ImportedRow(line: 4, fate: .unchanged, name: "Cy Fox"),
            ImportedRow(line: 5, fate: .skipped, reason: "The same coach as line 2", sameAs: 2),
        ]
        let skipped = [SkippedRow(line: 5, reason: "The same coach as line 2", sameAs: 2)]
        switch call.operation {
        case StageImport<CoachImportRow>.name:
            return Fixture.answer(
                ImportVerdicts(
                    importID: importID, number: 1, refused: [], skipped: skipped, rows: rows))
        case CommitImport<CoachImportRow>.name:
            return Fixture.answer(
                ImportSummary(
                    operationID: importID, added: ["coaches": 1], skipped: 1,
                    skippedRows: skipped, updated: ["coaches": 1], unchanged: 1, rows: rows))
        case DiscardImport<CoachImportRow>.name:
            return Fixture.answer(ImportDiscard.Response(discarded: true))
        default: return Fixture.script(call)
        }
    }

    private func ran(_ command: String) throws -> (Ran, CompassHarness) {
        let harness = try CompassHarness.signedIn { Self.answers(to: $0) }
        let path = harness.folder.path("coaches.csv")
        try Data("First Name,Last Name\nAnn,Lee\nBo,Ray\nCy,Fox\nAnn,Lee\n".utf8)
            .write(to: URL(filePath: path))
        return (harness.run(command, path), harness)
    }

    // N-101: a dry run tells every row.
    @Test func aDryRunTellsEveryRow() throws {
        let (ran, harness) = try ran("import coaches --update --dry-run")
        #expect(ran.code == .success)
        #expect(
            ran.out.contains(
                "Imported 1 coach, updated 1 coach, 1 coach unchanged, 1 coach already there\n"))
        for line in [
            "line 2: changes Ann Lee: phone none → (919) 555-0100", "line 3: adds Bo Ray",
            "line 4: Cy Fox has these values already",
            "line 5: skipped: The same coach as line 2",
        ] { #expect(ran.err.contains(line), "\(line)\n\(ran.err)") }
        let stage = try #require(
            harness.transport.seen.first { $0.operation == StageImport<CoachImportRow>.name })
        let batch = try JSONCoding.decodeRequest(
            ImportBatch<CoachImportRow>.self, from: stage.payload)
        #expect(batch.update == true)
    }

    @Test func anImportTellsWhatItChanged() throws {
        let (ran, _) = try ran("import coaches --update")
        #expect(ran.err.contains("line 2: changes Ann Lee"))
        #expect(!ran.err.contains("adds Bo Ray") && !ran.err.contains("Cy Fox"))
        #expect(ran.err.contains("Undo: compass undo \(Self.importID)"))
        let (table, _) = try self.ran("import coaches --update -o csv")
        #expect(table.out.contains("coaches,1,1"), "\(table.out)")
        let (json, _) = try self.ran("import coaches --update --json")
        #expect(
            json.out.contains(
                #""changes":[{"after":"(919) 555-0100","before":null,"field":"phone"}]"#),
            "\(json.out)")
    }

    // N-100: what has no upsert says so, in its help.
    @Test func kindsWithoutUpdatesSaySo() throws {
        let harness = try CompassHarness { Self.answers(to: $0) }
        let help = harness.run("import interactions --help").out
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(help.contains("Each row is a contact of its own and updates nothing."))
        #expect(harness.run("import coaches --help").out.contains("--update"))
        #expect(harness.run("import metrics x.csv --update").code == .usage)
    }

    // N-103: what was kept is named.
    @Test func anUndoNamesWhatItKept() throws {
        func undone(_ change: (inout UndoOperation.Response) -> Void) throws -> Ran {
            var answer = UndoOperation.Response(Self.importID)
            change(&answer)
            let operation = UndoableOperation(
                id: Self.importID, kind: CommitImport<CoachImportRow>.name, effect: .added,
                title: nil, counts: [:], createdAt: Fixture.created, updated: ["coaches": 2])
            let harness = try CompassHarness { [answer] call in
                switch (call.operation, call.service) {
                case ("operations.list", "coaches"):
                    Fixture.answer(ListOperations.Response(operations: [operation]))
                case ("operations.undo", "coaches"): Fixture.answer(answer)
                default: Fixture.script(call)
                }
            }
            try harness.signIn()
            return harness.run("undo \(Self.importID)")
        }
        let kept = KeptRecord(
            type: "coaches", id: "1", name: "Bo Ray", reason: "has since been changed")
        let some = try undone {
            $0.removed = ["coaches": 1]
            $0.reverted = ["coaches": 2]
            $0.kept = [kept]
        }
        #expect(some.out == "Removed 1 coach; 2 coaches as before the import\n")
        #expect(some.err.contains("Kept: Bo Ray has since been changed"))
        #expect(try undone { $0.reverted = ["coaches": 1] }.out == "1 coach as before the import\n")
        #expect(try undone { $0.kept = [kept] }.out == "Nothing was left to undo\n")
    }

    // N-104
    @Test(arguments: ImportKind.allCases) func aTemplateIsWritten(kind: ImportKind) throws {
        let harness = try CompassHarness { Self.answers(to: $0) }
        let shown = harness.run("import template \(kind.rawValue)")
        #expect(shown.code == .success)
        #expect(shown.out == ImportTemplate(kind).text)
        let saved = harness.run(
            "import template \(kind.rawValue) --out", harness.folder.path(""))
        #expect(saved.code == .success, "\(saved.err)")
        let path = harness.folder.path("\(kind.rawValue)-template.csv")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == ImportTemplate(kind).text)
        // What is there is not overwritten unasked.
        let again = harness.run("import template \(kind.rawValue) --out", path)
        #expect(again.code == .conflict)
    }

    @Test func anUnknownKindIsRefused() throws {
        let harness = try CompassHarness { Self.answers(to: $0) }
        #expect(harness.run("import template people").code == .invalid)
    }
}
