import Contracts
import Foundation
import Glibc
import ServiceKit
import Support
import Testing

/// Attachments with the command line, with killed transfers.
@Suite(.onePerCore) struct AttachmentCommandTests {
    private let system: SystemUnderTest
    private let folder: TemporaryFolder
    private let row: String

    init() throws {
        system = try SystemUnderTest()
        folder = try TemporaryFolder()
        let home = try system.makeHousehold()
        row = try home.log("files", at: try home.addSchool()).id.text
        try system.signInOnCommandLine(home.player, as: "player")
    }

    private func run(_ words: String...) throws -> CommandResult {
        let result = try system.compass(words, as: "player")
        #expect(result.ending == .exit(0), "\(words): \(result.errors)")
        return result
    }

    /// Runs a command and kills it once `isSeen` holds. Returns false if the command ended before.
    private func runAndKill(_ words: [String], once isSeen: @escaping @Sendable () -> Bool) throws
        -> Bool
    {
        let result = try system.compass(words, as: "player") { child in
            _ = Waiting.until(every: .microseconds(500), isSeen)
            child.send(SIGKILL)
        }
        return result.ending == .signal(SIGKILL)
    }

    private func names() throws -> [String] {
        let answer = try run("attachments", "list", row, "--json").object
        let files = answer["attachments"] as? [[String: Any]] ?? []
        return files.compactMap { $0["name"] as? String }
    }

    // ID-13, X-22, X-23, IA-37: uploads and downloads the largest file, with both transfers killed
    // on the way.
    @Test func aKilledTransferGoesOnAndTheFileComesBack() throws {
        let bytes = SampleFiles.bytes(.jpeg, size: AttachmentLimit.fileBytesMax)
        let source = folder.path("Photo é #1.jpg")
        try Data(bytes).write(to: URL(fileURLWithPath: source))
        let files = "\(system.home.dataFolder)/attachments"
        let partSize: @Sendable () -> Int = {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: files)) ?? []
            return names.filter { $0.hasSuffix(".part") }.compactMap { name in
                let path = "\(files)/\(name)"
                return try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
            }.first ?? 0
        }
        let isKilled = try runAndKill(["attachments", "add", row, source]) {
            partSize() > 1_000_000
        }
        #expect(isKilled)
        let reached = partSize()
        #expect(reached > 0 && reached < bytes.count)
        #expect(try names() == [])
        _ = try run("attachments", "add", row, source)
        #expect(try names() == ["Photo é #1.jpg"])
        let shown = try run("interactions", "show", row, "--json").object
        let record = shown["interaction"] as? [String: Any]
        #expect(
            record?["attachments"] as? [String] == [
                "interactions/\(row)/Photo%20%C3%A9%20%231.jpg"
            ])

        let out = folder.path("out")
        try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: false)
        let get = ["attachments", "get", row, "Photo é #1.jpg", "--to", out]
        let isGetKilled = try runAndKill(get) {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: out)) ?? []
            return names.contains { name in
                let found = try? FileManager.default.attributesOfItem(atPath: "\(out)/\(name)")
                return (found?[.size] as? Int ?? 0) > 1_000_000
            }
        }
        #expect(isGetKilled)
        #expect(!FileManager.default.fileExists(atPath: "\(out)/Photo é #1.jpg"))
        _ = try system.compass(get, as: "player")
        #expect(FileManager.default.contents(atPath: "\(out)/Photo é #1.jpg") == Data(bytes))
        #expect(try FileManager.default.contentsOfDirectory(atPath: out).count == 1)
    }

    // IA-35, IA-39, D-15, D-18
    @Test func filesComeAlongWithANewInteraction() throws {
        let letter = folder.path("letter.txt")
        try Data("Dear coach".utf8).write(to: URL(fileURLWithPath: letter))
        let added = try run(
            "interactions", "add", "--type", "email", "--school", "School", "--attach", letter,
            "--attach", letter, "--json"
        ).object
        let record = try #require(added["interaction"] as? [String: Any])
        let id = try #require(record["id"] as? String)
        #expect(
            record["attachments"] as? [String] == [
                "interactions/\(id)/letter.txt", "interactions/\(id)/letter%20%282%29.txt",
            ])
        #expect(record["attachment_count"] as? Int == 2)
        let text = try run("attachments", "get", id, "letter (2).txt", "--to", "-").output
        #expect(text == Array("Dear coach".utf8))
        let wrong = try system.compass(
            [
                "interactions", "add", "--type", "email", "--school", "School", "--attach",
                folder.path("none.txt"),
            ], as: "player")
        #expect(wrong.ending == .exit(3))
        let list = try run("interactions", "list", "--json").object
        #expect((list["interactions"] as? [Any])?.count == 2)
    }
}
