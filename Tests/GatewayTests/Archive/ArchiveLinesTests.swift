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
        let csv = String(
            decoding: try Data(contentsOf: URL(filePath: "\(stage.path)/members.csv")),
            as: UTF8.self)
        #expect(csv == "\u{FEFF}name\r\n'=1\r\n")
        stage.remove()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
        #expect(throws: CommandFailure.self) { try ArchiveStage(in: folder.path("missing")) }
    }

    /// A folder as a killed run leaves it, modified at the epoch or just now.
    private func leftover(
        _ mark: String, hasLock: Bool, isOld: Bool = false
    ) throws -> (name: String, path: String) {
        let name = ".compass-\(mark).parts"
        let path = folder.path(name)
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
        try Data("Sam".utf8).write(to: URL(filePath: "\(path)/members.csv"))
        if hasLock { try Data().write(to: URL(filePath: "\(path)/.lock")) }
        if isOld {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: path)
        }
        return (name, path)
    }

    // N-94
    @Test func theFolderOfAKilledRunGoesWithTheNextOne() throws {
        _ = try leftover("0123456789abcdef", hasLock: true)
        _ = try leftover("0123456789abcde0", hasLock: false, isOld: true)
        // Made a moment ago, perhaps by an earlier version; and no folder of an archive.
        let recent = try leftover("0123456789abcde1", hasLock: false)
        let other = try leftover("notes", hasLock: true, isOld: true)
        let used = try leftover("0123456789abcde2", hasLock: true, isOld: true)
        let lock = unsafe open("\(used.path)/.lock", O_RDWR | O_CLOEXEC)
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        let running = try ArchiveStage(in: folder.url.path)
        let next = try ArchiveStage(in: folder.url.path)
        #expect(FileManager.default.fileExists(atPath: "\(running.path)/.lock"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        let stages = [running, next].map { URL(filePath: $0.path).lastPathComponent }
        #expect(Set(names) == Set(stages + [recent.name, other.name, used.name]))
        #expect(FileManager.default.fileExists(atPath: "\(used.path)/members.csv"))
        close(lock)
        next.remove()
        running.remove()
        _ = try ArchiveStage(in: folder.url.path)
        #expect(!FileManager.default.fileExists(atPath: used.path))
    }
}
