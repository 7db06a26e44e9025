import CommandKit
import Contracts
import Foundation
import ServiceKit
import Support
import Testing

@testable import Gateway

/// `import events` and `import metrics`: what becomes of the rows of a file.
@Suite struct EventImportTests {
    private static let importID: OperationID = Fixture.id(0x1111_0001)

    private static func answers(to call: OutgoingCall) -> Outcome {
        switch call.operation {
        case "events.stageImport", "metrics.stageImport":
            return Fixture.answer(
                ImportVerdicts(importID: importID, number: 1, refused: [], skipped: []))
        case "events.commitImport":
            return Fixture.answer(
                ImportSummary(
                    operationID: importID, added: ["events": 2], skipped: 0, skippedRows: []))
        case "metrics.commitImport":
            return Fixture.answer(
                ImportSummary(
                    operationID: importID, added: ["metrics": 1], skipped: 0, skippedRows: []))
        case "events.discardImport", "metrics.discardImport":
            return Fixture.answer(ImportDiscard.Response(discarded: true))
        case "coaches.resolve":
            let text = String(decoding: call.payload, as: UTF8.self)
            let count = text.components(separatedBy: "\"school\":").count - 1
            let known = ResolveReferences.Resolved(schoolID: Fixture.dukeID)
            let none = ResolveReferences.Resolved(
                errors: ["school": "No school of yours has this name"])
            return Fixture.answer(
                ResolveReferences.Response(
                    references: text.contains("Nowhere")
                        ? [none] : count == 0 ? [.init()] : [known]))
        default: return EventFixture.answers(to: call, role: .player)
        }
    }

    private func ran(_ kind: String, _ text: String) throws -> (Ran, CompassHarness) {
        let harness = try EventFixture.harness(.player) { Self.answers(to: $0) }
        let path = harness.folder.path("\(kind).csv")
        try Data(text.utf8).write(to: URL(filePath: path))
        return (harness.run(words: ["import", kind, path]), harness)
    }

    private func staged(_ harness: CompassHarness) -> String {
        EventFixture.payload(
            harness.transport.seen.first { $0.operation.hasSuffix(".stageImport") })
    }

    // Days and times as people write them, in no zone (T-17).
    @Test func eventsAreReadAsPeopleWriteThem() throws {
        let (ran, harness) = try ran(
            "events",
            "Event Key,Event,Type,Date,Start Time,College,Cost,Registered,Attended,Source\n"
                + "e1,Fall Camp,official visit,2/3/2026,2:15 PM,Duke,\"$1,075.50\",Yes,no,"
                + "Web Search\n")
        #expect(ran.code == .success, "\(ran.err)")
        #expect(ran.out == "Imported 2 events\n")
        #expect(
            staged(harness) == """
                {"number":1,"rows":[{"form":{"attended":false,"cost":1075.5,\
                "event_source":"web_search","name":"Fall Camp","registered":true,\
                "school_id":"\(Fixture.dukeID)","start_date":"2026-02-03",\
                "start_time":"14:15","type":"official_visit"},"key":"e1","line":2}]}
                """)
    }

    @Test func wrongValuesAreNamedWithTheirLine() throws {
        let (ran, harness) = try ran(
            "events",
            "name,type,start_date,school,cost,registered\n"
                + "Camp,camp,2026-04-15,Nowhere,cheap,maybe\n"
        )
        #expect(ran.code == .invalid)
        for line in [
            "line 2: Cost: Please enter a valid number (found \"cheap\")",
            "line 2: Registered: Expected yes or no (found \"maybe\")",
            "line 2: School: No school of yours has this name (found \"Nowhere\")",
        ] {
            #expect(ran.err.contains(line), "\(ran.err)")
        }
        #expect(!harness.transport.seen.contains { $0.operation == "events.commitImport" })
    }

    @Test func metricsNameTheirEvents() throws {
        let (ran, harness) = try ran(
            "metrics",
            "event_key,type,value,date,verified,notes\n"
                + "e1,Exit Velocity,\"1,092.5\",Feb 3 2026,yes,\"a, \"\"b\"\"\"\n")
        #expect(ran.code == .success, "\(ran.err)")
        #expect(
            staged(harness) == #"""
                {"number":1,"rows":[{"event":{"key":"e1"},"form":{"metric_type":"exit_velo",\#
                "notes":"a, \"b\"","recorded_date":"2026-02-03","value":1092.5,\#
                "verified":true},"line":2}]}
                """#)
        #expect(try self.ran("metrics", "type,value\nera,low\n").0.code == .invalid)
    }

    // A comma is taken away where thousands end; elsewhere it may be a decimal comma.
    @Test(arguments: [
        ("92.5", 92.5), ("1,092.5", 1_092.5), ("$1,075", 1_075), ("-1,000,000", -1_000_000),
        ("92,5", nil), ("1,0925", nil), (",500", nil), ("1,,000", nil), ("1.5,000", nil),
        ("$", nil), ("1$", nil), ("", nil),
    ])
    func numbersAreRead(text: String, number: Double?) {
        #expect(TypedNumber.value(of: text) == number)
    }
}
