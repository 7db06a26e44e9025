import Contracts
import Foundation
import ServiceKit
import Support
import Testing

/// The memory of many audits at once after a large import: the payload of an import has all of its
/// records, and only one at a time is in the memory of a reader.
@Suite(.onePerCore) struct AuditMemoryTests {
    private static let rows = 1_500
    private static let audits = 48
    private static let callers = 12

    @Test func manyAuditsAtOnceDoNotHoldTheImportInMemory() throws {
        let system = try SystemUnderTest()
        let home = try system.makeHousehold("Maya Rivera", family: "The Riveras")
        try system.signInOnCommandLine(home.player, as: "maya")
        _ = try home.addSchool("Pine Hill")
        let imported = try system.compass(
            ["import", "interactions", try file(in: system.folder), "--json", "--timeout", "60s"],
            as: "maya")
        try #require(imported.ending == .exit(0), "\(imported.errors)")
        // The import itself has left its traces in the memory of the process.
        try system.killAndWait(.interactions)
        try #require(try imports(home) > 0)

        let before = try system.memory(of: .interactions, "VmRSS")
        try system.forgetPeakMemory(of: .interactions)
        let counts = try inParallel(Array(0..<Self.audits), threads: Self.callers) { _ in
            try imports(home)
        }
        let growth = try system.memory(of: .interactions, "VmHWM") - before
        let payloads = try payloadBytes(system)
        print("audits: \(growth >> 10) KiB more for \(payloads >> 10) KiB of payloads")
        #expect(Set(counts).count == 1)
        #expect(payloads > Self.rows * InteractionLimit.contentMax / 2)
        #expect(growth < payloads)
    }

    /// The number of changes of imports that the history tells of.
    private func imports(_ home: Household) throws -> Int {
        try ListHistory.allEntries(of: .init(limit: ListHistory.rowsMax, counts: true)) {
            try home.call(ListHistory.self, $0, at: .interactions)
        }.count { $0.type == InteractionsFeed.imported }
    }

    private func payloadBytes(_ system: SystemUnderTest) throws -> Int {
        let file = try DatabaseFile.reading(system.home.database(of: "interactions"))
        let type = InteractionsFeed.imported
        return Int(
            try file.number("SELECT sum(length(payload)) FROM changes WHERE type = '\(type)'"))
    }

    private func file(in folder: TemporaryFolder) throws -> String {
        let content = String(repeating: "We talked. ", count: InteractionLimit.contentMax / 11)
        let text = (0..<Self.rows).reduce(into: "type,direction,date,school,subject,content\n") {
            $0 += "email,in,2026-02-05,Pine Hill,row \($1),\(content)\n"
        }
        let path = folder.path("rows.csv")
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }
}
