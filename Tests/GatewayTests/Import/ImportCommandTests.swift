import CommandKit
import Contracts
import Foundation
import ServiceKit
import Support
import Synchronization
import Testing

@testable import Gateway

@Suite struct ImportCommandTests {
    static let importID: OperationID = Fixture.id(0x1a1a_0001)

    /// What a service of imports answers: rows without a type are refused, those about camps are
    /// known.
    static func answers(to call: OutgoingCall) -> Outcome {
        switch call.operation {
        case StageImport<InteractionImportRow>.name:
            guard
                let batch = try? JSONCoding.decodeRequest(
                    ImportBatch<InteractionImportRow>.self, from: call.payload)
            else { return Fixture.refusal(.validationFailed, "no batch") }
            return Fixture.answer(
                ImportVerdicts(
                    importID: importID, number: batch.number,
                    refused: batch.rows.filter { $0.form.type.value == "fax" }.map {
                        RefusedRow(
                            line: $0.line, errors: ["type": "Please select an interaction type"])
                    }
                        + batch.rows.filter { $0.form.occurredAt.value == "someday" }.map {
                            RefusedRow(
                                line: $0.line,
                                errors: ["occurred_at": "Please select a date and time"])
                        },
                    skipped: batch.rows.filter { $0.form.type.value == "camp" }.map {
                        SkippedRow(line: $0.line, reason: "It is there already")
                    }))
        case CommitImport<InteractionImportRow>.name:
            return Fixture.answer(
                ImportSummary(
                    operationID: importID, added: ["interactions": 2], skipped: 1,
                    skippedRows: [SkippedRow(line: 4, reason: "It is there already")]))
        case DiscardImport<InteractionImportRow>.name:
            return Fixture.answer(ImportDiscard.Response(discarded: true))
        case ResolveReferences.name:
            return Fixture.resolving(call) { reference in
                reference.school?.name == "Duke"
                    ? .init(schoolID: Fixture.dukeID)
                    : .init(errors: ["school": "Your family follows no such school"])
            }
        default: return Fixture.script(call)
        }
    }

    private func harness() throws -> CompassHarness {
        try CompassHarness.signedIn { Self.answers(to: $0) }
    }

    private func file(_ harness: CompassHarness, _ text: String) throws -> String {
        try harness.folder.makeFile("file.csv", Array(text.utf8))
    }

    private let good = """
        Type,Direction,Date,School,Colour
        Email,Outbound,2026-02-03 14:15,Duke,red
        text,in,2026-02-04,Duke,blue
        camp,out,2026-02-05T10:00:00Z,Duke,

        """

    private func operations(_ harness: CompassHarness) -> [String] {
        harness.transport.seen.map(\.operation).filter { $0 != "passports.issue" }
    }

    @Test func aFileIsStagedAndCommitted() throws {
        let harness = try harness()
        let ran = harness.run("import interactions", try file(harness, good))
        #expect(ran.code == .success)
        #expect(ran.out == "Imported 2 interactions, 1 interaction already there\n")
        #expect(ran.err.contains("Columns that are not imported: Colour"))
        #expect(ran.err.contains("line 4: skipped: It is there already"))
        #expect(ran.err.contains("Undo: compass undo \(Self.importID)"))
        #expect(
            operations(harness)
                == [
                    ResolveReferences.name, StageImport<InteractionImportRow>.name,
                    CommitImport<InteractionImportRow>.name,
                ])
        let stage = try #require(
            harness.transport.seen.first { $0.operation == StageImport<InteractionImportRow>.name })
        let batch = try JSONCoding.decodeRequest(
            ImportBatch<InteractionImportRow>.self, from: stage.payload)
        #expect(batch.rows.map(\.line) == [2, 3, 4])
        #expect(batch.rows.map(\.form.type.value) == ["email", "text", "camp"])
        #expect(batch.rows.map(\.form.direction.value) == ["outbound", "inbound", "outbound"])
        #expect(
            batch.rows.map(\.form.occurredAt.value)
                == [
                    "2026-02-03T14:15:00.000Z", "2026-02-04",
                    "2026-02-05T10:00:00.000Z",
                ])
        #expect(batch.rows.allSatisfy { $0.form.schoolID.value == Fixture.dukeID.text })
        // Each step is repeated safely; only the commit is kept to be sent again.
        #expect(
            harness.transport.seen.filter { !$0.isReadOnly }.allSatisfy {
                $0.operation == "passports.issue" || $0.idempotencyKey != nil
            })
    }

    @Test func refusedRowsAreListedAndNothingIsCommitted() throws {
        let harness = try harness()
        let path = try file(
            harness,
            good + "fax,in,2026-02-05,Duke,\nemail,in,2026-02-05,Nowhere,\n"
                + "email,in,2026-02-05,Duke,red,too,many\n")
        let ran = harness.run("import interactions", path)
        #expect(ran.code == .invalid)
        #expect(ran.out.isEmpty)
        for line in [
            "line 5: Type: Please select an interaction type (found \"fax\")",
            "line 6: School: Your family follows no such school (found \"Nowhere\")",
            "line 7: Row: The row has 7 values for 5 columns",
            "Type is one of email, phone_call", "--map-value type:TEXT=VALUE",
            "compass: 3 of 6 rows cannot be imported; nothing was changed",
        ] { #expect(ran.err.contains(line), "\(line)\n\(ran.err)") }
        #expect(!operations(harness).contains(CommitImport<InteractionImportRow>.name))
        #expect(operations(harness).last == DiscardImport<InteractionImportRow>.name)
        let json = harness.run("import interactions --json", path)
        // Line and field are apart, for programs.
        #expect(
            json.out.contains(
                #"{"field":"type","line":5,"message":"Please select an interaction type"}"#))
        #expect(json.out.contains(#""errors":{"row":"#))
        #expect(json.out.contains("\"code\":\"validation_failed\""))
    }

    /// People read the labels of fields; programs get their names.
    @Test func aFieldIsCalledByItsLabel() throws {
        let harness = try harness()
        let path = try file(harness, good + "email,in,someday,Duke,\n")
        let told = harness.run("import interactions", path).err
        for line in [
            "line 5: Date and time: Please select a date", "  Date and time looks like 2026-02-03 ",
        ] { #expect(told.contains(line), "\(told)") }
        #expect(!told.contains("occurred_at"), "\(told)")
        let json = harness.run("import interactions --json", path).out
        #expect(json.contains(#"{"field":"occurred_at","line":5,"message":"Please"#), "\(json)")
    }

    @Test func aCoachWhoIsThereTwiceHasARemedy() throws {
        let harness = try CompassHarness.signedIn { call in
            guard call.operation == ResolveReferences.name else { return Self.answers(to: call) }
            return Fixture.resolving(call) { _ in
                .init(
                    schoolID: Fixture.dukeID,
                    errors: [
                        "coach": NamesakeText.several(2, named: "Sam Twin", isAtSchool: true)
                    ])
            }
        }
        let rows = "Type,Direction,Date,School,Coach\nemail,out,2026-02-03,Duke,Sam Twin\n"
        let told = harness.run("import interactions", try file(harness, rows)).err
        #expect(told.contains("2 coaches at that school are named \"Sam Twin\""))
        #expect(told.contains("who are there twice: compass coaches dupes"))
    }

    @Test func aDryRunRehearsesTheCommitAndGivesUp() throws {
        let harness = try harness()
        let ran = harness.run("import interactions --dry-run", try file(harness, good))
        #expect(ran.code == .success)
        #expect(ran.err.contains("Dry run: nothing was changed"))
        #expect(!ran.err.contains("Undo:"))
        #expect(
            operations(harness)
                == [
                    ResolveReferences.name, StageImport<InteractionImportRow>.name,
                    CommitImport<InteractionImportRow>.name,
                    DiscardImport<InteractionImportRow>.name,
                ])
        let dry = harness.transport.seen.filter(\.isDryRun).map(\.operation)
        #expect(dry == [CommitImport<InteractionImportRow>.name])
    }

    @Test func longFilesGoInBatches() throws {
        let harness = try harness()
        let rows = (0..<(2 * ImportLimit.batchRowsMax + 1)).map { _ in
            "email,out,2026-02-05,Duke\n"
        }
        let path = try file(harness, "type,direction,date,school\n" + rows.joined())
        #expect(harness.run("import interactions", path).code == .success)
        let batches = try harness.transport.seen.filter {
            $0.operation == StageImport<InteractionImportRow>.name
        }
        .map {
            try JSONCoding.decodeRequest(
                ImportBatch<InteractionImportRow>.self, from: $0.payload)
        }
        #expect(batches.map(\.number) == [1, 2, 3])
        #expect(batches.map(\.importID) == [nil, Self.importID, Self.importID])
        #expect(batches.map(\.rows.count) == [250, 250, 1])
    }

    // ImportLimit.rowsMax and one more
    @Test func aFileHasAtMostSoManyRows() throws {
        let harness = try harness()
        let rows = String(
            repeating: "email,out,2026-02-05,Duke\n", count: ImportLimit.rowsMax + 1)
        let ran = harness.run(
            "import interactions", try file(harness, "type,direction,date,school\n" + rows))
        #expect(ran.code == .invalid)
        #expect(ran.err.contains("more than 50000 rows"))
        #expect(operations(harness).last == DiscardImport<InteractionImportRow>.name)
    }

    @Test(arguments: [
        ("", "is empty"), ("type,direction,date,school\n", "has no rows"),
        ("type,direction,date,school\n\"x", "line 2: The quote that opens"),
        ("type,date,school\nemail,2026-02-05,Duke\n", "no column for direction"),
    ])
    func filesThatSayNothingAreRefused(text: String, part: String) throws {
        let harness = try harness()
        let ran = harness.run("import interactions", try file(harness, text))
        #expect(ran.code == .invalid)
        #expect(ran.err.contains(part))
        #expect(!operations(harness).contains(CommitImport<InteractionImportRow>.name))
    }

    // What is above the header and between the contacts, and how the file was read.
    @Test func aFileOfAnotherProgramIsReadAndSaysHow() throws {
        let harness = try harness()
        let text =
            "Our log;;;\n;;;\nType;Direction;Date;School;Subject;Done\n"
            + "email;out;2026-02-05;Duke;Caf"
        let bytes =
            Array(text.utf8) + [0xE9]
            + Array("\nemail;;;;;FALSE\ntext;in;2026-02-06;Duke;;TRUE\n".utf8)
        let path = try harness.folder.makeFile("list.csv", bytes)
        let ran = harness.run("import interactions", path)
        #expect(ran.code == .success, "\(ran.err)")
        for note in [
            "Read as Windows-1252: “Café”", "The names of the columns are on line 3",
            "1 row without a contact skipped",
        ] {
            #expect(ran.err.contains(note))
        }
        let stage = try #require(
            harness.transport.seen.first { $0.operation == StageImport<InteractionImportRow>.name })
        let batch = try JSONCoding.decodeRequest(
            ImportBatch<InteractionImportRow>.self, from: stage.payload)
        #expect(batch.rows.map(\.line) == [4, 6])
        let other = harness.run("import interactions --header-row 1", path)
        #expect(other.code == .invalid && other.err.contains("no column for type"))
        let none = harness.run("import interactions --header-row 2", path)
        #expect(none.code == .invalid && none.err.contains("Line 2 has no names of columns"))
        let page = try harness.folder.makeFile("page.xls", Array("<html><table>".utf8))
        let refused = harness.run("import interactions", page)
        #expect(refused.code == .invalid && refused.err.contains("web page"))
        #expect(refused.err.contains("save it as .xlsx"))
    }

    @Test func aMissingFileIsNamed() throws {
        let harness = try harness()
        let ran = harness.run("import interactions", harness.folder.path("none.csv"))
        #expect(ran.code == .invalid)
        #expect(ran.err.contains("none.csv cannot be read"))
        #expect(operations(harness).isEmpty)
    }

    @Test func aKeySendsTheStoredCommitWithoutTheFile() throws {
        let harness = try harness()
        let key = "6f9619ff-8b86-4d01-b42d-00c04fc964ff"
        let path = try file(harness, good)
        #expect(
            harness.run("import interactions --idempotency-key \(key)", path).code == .success)
        try FileManager.default.removeItem(atPath: path)
        let ran = harness.run("import interactions --idempotency-key \(key)", path)
        #expect(ran.code == .success)
        #expect(operations(harness).last == CommitImport<InteractionImportRow>.name)
        let commits = harness.transport.seen.filter {
            $0.operation == CommitImport<InteractionImportRow>.name
        }
        #expect(commits.count == 2 && commits[0].payload == commits[1].payload)
        #expect(Set(commits.map(\.idempotencyKey?.text)) == [key])
    }
}
