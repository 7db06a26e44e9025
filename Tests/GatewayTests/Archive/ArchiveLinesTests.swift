import Contracts
import Foundation
import Imports
import Support
import Testing

@testable import Gateway

/// Files of an archive on this machine.
@Suite struct ArchiveLinesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func lines(_ text: String) throws -> ArchiveLines {
        let path = folder.path("lines")
        try Data(text.utf8).write(to: URL(filePath: path))
        return try ArchiveLines(path, name: "lines")
    }

    private func texts(_ text: String) throws -> [String] {
        let lines = try lines(text)
        return try (0..<lines.count).map { String(decoding: try lines.line($0), as: UTF8.self) }
    }

    @Test func linesAreReadInAnyOrder() throws {
        #expect(try texts("") == [])
        #expect(try texts("a") == ["a"])
        #expect(try texts("a\n") == ["a"])
        #expect(try texts("a\r\n\nç\n") == ["a", "", "ç"])
        let many = (0..<30_000).map { "line \($0)" }
        let lines = try lines(many.joined(separator: "\n") + "\n")
        #expect(lines.count == many.count)
        for number in [29_999, 0, 12_345, 7] {
            #expect(try lines.line(number) == Array(many[number].utf8))
        }
    }

    // N-95
    @Test func aLineHasALimit() throws {
        // The end of the line counts.
        let longest = String(repeating: "x", count: ArchiveLimit.lineBytesMax - 1)
        #expect(try lines(longest + "\n").line(0).count == longest.utf8.count)
        let tooLong = try lines(longest + "x\n")
        #expect(throws: CommandFailure.self) { try tooLong.line(0) }
    }

    // N-94
    @Test func theFolderOfAnExportIsPrivateAndGoesAway() throws {
        let stage = try ArchiveStage(in: folder.url.path)
        try stage.makeFolder("files")
        let attributes = try FileManager.default.attributesOfItem(atPath: stage.path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        let file = try ArchiveTableFile(
            .members, columns: ["name"], in: stage, CSVWriter(guardsFormulas: true))
        try file.add(["=1"], Array("{}".utf8))
        try file.flush()
        let csv = try String(contentsOfFile: "\(stage.path)/members.csv", encoding: .utf8)
        #expect(csv == "name\r\n'=1\r\n")
        stage.remove()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
        #expect(throws: CommandFailure.self) { try ArchiveStage(in: folder.path("missing")) }
    }
}
