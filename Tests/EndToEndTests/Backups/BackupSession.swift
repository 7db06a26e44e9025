import Contracts
import Foundation
import Glibc
import ServiceKit
import Support

/// A running system with a family and an attached file, and a second, empty home.
final class BackupSession {
    static let passphrase = "four quiet otters climbing"

    let system: SystemUnderTest
    let family: KillFamily
    /// The parent folder of the second home.
    let second: TemporaryFolder
    let file: Attachment
    let content: [UInt8]

    init() throws {
        system = try SystemUnderTest()
        family = try KillFamily(system)
        second = try TemporaryFolder()
        content = SampleFiles.bytes(.pdf, size: 300_000)
        let player = family.players[0]
        guard let row = family.keptRows[player.userID] else {
            throw SystemUnderTest.Failure(description: "the player has no row")
        }
        let client = AttachmentClient(system: system, person: player, family: family.id)
        file = try client.attach("offer.pdf", content, to: row).attachment
    }

    var secondHome: String { second.path("home") }

    /// Runs `compass backup …`. `compass-backup` inherits the test hooks.
    func backup(
        _ words: String..., home: String? = nil, hooks: String = "", input: String = ""
    ) throws -> CommandResult {
        let all = ["backup"] + words + (home.map { ["--home", $0] } ?? [])
        return try system.compass(
            all + ["--json"], input: input,
            adding: ["COMPASS_TEST_HOOKS": ["cheap-passwords", hooks].joined(separator: ",")])
    }

    /// Makes a backup of the system and returns its path.
    func create(_ words: String...) throws -> String {
        let result = try system.compass(["backup", "create", "--json"] + words)
        guard result.ending == .exit(0), let path = try result.path else {
            throw SystemUnderTest.Failure(
                description: "create: \(result.ending) \(result.errors)")
        }
        return path
    }

    /// Returns the hidden files and work folders left by a backup.
    func leftovers() throws -> [String] {
        let files = FileManager.default
        let backups = "\(system.home.path)/backups"
        let hidden = ((try? files.contentsOfDirectory(atPath: backups)) ?? [])
            .filter { $0.hasPrefix(".") }
        let work = try files.contentsOfDirectory(atPath: system.home.dataFolder)
            .filter { $0.hasPrefix("backup-work-") }
        return hidden + work
    }
}

extension CommandResult {
    /// The backup's path in a report of `compass backup`.
    var path: String? {
        get throws { (try object["backup"] as? [String: Any])?["path"] as? String }
    }

    /// The message of a failure reported as JSON, or an empty text.
    var message: String {
        let error = (try? object["error"]) as? [String: Any]
        return error?["message"] as? String ?? ""
    }
}
