import CommandKit
import Contracts
import Foundation
import ServiceKit
import Support
import Testing

@testable import Gateway

/// `import log` before anything is stored, and files that are no tables.
@Suite struct LogImportCommandTests {
    private func harness(_ role: Role = .player) throws -> CompassHarness {
        try CompassHarness.signedIn(
            role: role, role == .player ? Fixture.script : Fixture.parentScript)
    }

    private func file(_ harness: CompassHarness, _ bytes: [UInt8]) throws -> String {
        try harness.folder.makeFile("log.xlsx", bytes)
    }

    @Test func parentsImportNoLog() throws {
        let harness = try harness(.parent)
        let path = try file(harness, Array("Date,School\n2026-02-03,Duke\n".utf8))
        let ran = harness.run("import log --yes", path)
        #expect(ran.code == .forbidden)
        #expect(ran.err.contains("Only players can import"))
        #expect(harness.transport.seen.allSatisfy { $0.operation == "passports.issue" })
    }

    /// N-107: a file is what its bytes say, whatever its name.
    @Test func aFileIsWhatItsBytesSay() throws {
        let harness = try harness()
        let old = harness.run("import schools", try file(harness, [0xd0, 0xcf, 0x11, 0xe0, 0xa1]))
        #expect(old.err.contains("The workbook has a password, or is of an old program (.xls)"))
        let table = try file(harness, Array("Name\nElon\n".utf8))
        let sheet = harness.run("import schools --sheet Log", table)
        #expect(sheet.err.contains("--sheet needs a workbook (.xlsx)"))
    }
}
