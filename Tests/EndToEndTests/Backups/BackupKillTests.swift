import Contracts
import Foundation
import Glibc
import ServiceKit
import Support
import Testing

/// A kill at any step of a backup leaves a complete backup or none; a kill at any step of a restore
/// leaves the old data or the new.
@Suite(.onePerCore) struct BackupKillTests {
    @Test func aKilledBackupLeavesNothingAndHoldsNobody() throws {
        let session = try BackupSession()
        let player = session.family.players[0]
        let points = [
            "backup-held", "backup-cut", "backup-copied:1", "backup-copied:6", "backup-written",
            "backup-verified",
        ]
        for (number, point) in points.enumerated() {
            let killed = try session.backup("create", hooks: "kill-\(point)")
            #expect(killed.ending == .exit(1), "\(point)")
            #expect(killed.message.contains("ended before its time"), "\(point)")
            let listed = try session.backup("list").object["backups"] as? [Any]
            #expect(listed?.isEmpty == true, "\(point)")
            // An abandoned hold ends before a caller's deadline.
            _ = try session.system.call(
                CreateInteraction.self,
                KillFamily.form("after-\(number)", at: session.family.schools[0]), as: player,
                in: session.family.id)
        }
        let renamed = try session.backup("create", hooks: "kill-backup-renamed")
        #expect(renamed.ending == .exit(1))
        let path = try session.create()
        #expect(try session.leftovers() == [])
        let listed = try session.backup("list").object["backups"] as? [[String: Any]]
        #expect(listed?.count == 2)
        for backup in listed ?? [] {
            let checked = try session.backup("verify", backup["path"] as? String ?? "")
            #expect(checked.ending == .exit(0), "\(checked.errors)")
        }
        #expect(path == listed?.first?["path"] as? String)
    }

    /// Only `compass` is killed, and its helper is at work.
    @Test func aKilledCommandTakesItsHelperWithIt() throws {
        let session = try BackupSession()
        let path = try session.create()
        let files = FileManager.default
        let commands = [
            (["create"], "backup-written"), (["verify", path], "backup-checked"),
            (["restore", path, "--home", session.secondHome], "restore-ready"),
        ]
        for (words, point) in commands {
            let armed = try TemporaryFolder()
            let halt = armed.path("halt-\(point)")
            try Data().write(to: URL(fileURLWithPath: halt))
            var helpers: [ProcessEntry] = []
            let killed = try session.system.compass(
                ["backup"] + words, adding: ["COMPASS_TEST_ARMED": armed.url.path],
                started: { child in
                    // The file goes when the helper reaches the point.
                    #expect(Waiting.until { !files.fileExists(atPath: halt) }, "\(point)")
                    helpers = ProcessEntry.children(of: child.processID)
                    child.send(SIGKILL)
                })
            #expect(killed.ending == .signal(SIGKILL), "\(point)")
            let helper = try #require(helpers.first, "\(point)")
            #expect(helpers.count == 1, "\(point)")
            #expect(
                Waiting.until { ProcessEntry(of: helper.processID)?.isOver ?? true }, "\(point)")
            let listed = try session.backup("list").object["backups"] as? [Any]
            #expect(listed?.count == 1, "\(point)")
        }
        #expect(!files.fileExists(atPath: "\(session.secondHome)/data/coaches.sqlite"))
        // Nobody holds a lock any more, and what was left is cleared up.
        _ = try session.create()
        #expect(try session.leftovers() == [])
        let restored = try session.backup("restore", path, home: session.secondHome)
        #expect(restored.ending == .exit(0), "\(restored.errors)")
    }

    @Test func aKilledServiceDoesNotTearTheBackup() throws {
        let session = try BackupSession()
        for program in [Program.interactions, .coaches, .broker] {
            let writers = BackupWriters(session.system, session.family)
            #expect(writers.waitForMore(2))
            let killing = Thread { [system = session.system] in try? system.killAndWait(program) }
            killing.start()
            let created = try session.backup("create")
            writers.stop()
            try session.system.waitUntilReady(program)
            // The backup retries until all services pause, or fails with `unavailable`.
            guard created.ending == .exit(0), let path = try created.path else {
                #expect(created.ending == .exit(8), "\(created.errors)")
                continue
            }
            let folder = try TemporaryFolder()
            let home = folder.path("home")
            #expect(try session.backup("restore", path, home: home).ending == .exit(0))
            #expect(try RestoredHomeJudge(home: .init(path: home)).problems(atHead: false) == [])
        }
    }

    @Test func aKilledRestoreLeavesTheOldDataOrTheNew() throws {
        let session = try BackupSession()
        let system = session.system
        let path = try session.create()
        _ = try system.call(
            CreateInteraction.self, KillFamily.form("later", at: session.family.schools[0]),
            as: session.family.players[0], in: session.family.id)
        system.stopAll()
        let judge = RestoredHomeJudge(home: system.home)
        #expect(try judge.marks().count == 3)
        let points = [
            ("restore-begun", 3), ("restore-unpacked", 3), ("restore-prepared:1", 3),
            ("restore-prepared:6", 3), ("restore-ready", 3), ("restore-exchanged", 2),
            ("restore-aside", 2),
        ]
        for (point, rows) in points {
            let killed = try session.backup("restore", path, "--yes", hooks: "kill-\(point)")
            #expect(killed.ending == .exit(1), "\(point)")
            #expect(try judge.marks().count == rows, "\(point)")
            #expect(try judge.problems(atHead: false) == [], "\(point)")
        }
        let again = try session.backup("restore", path, "--yes")
        #expect(again.ending == .exit(0), "\(again.errors)")
        #expect(try judge.marks().count == 2)
        let names = try FileManager.default.contentsOfDirectory(atPath: system.home.path)
        #expect(!names.contains("data.restoring") && !names.contains("restore.json"))
        // The data from before the exchange were kept.
        let kept = try names.filter { $0.hasPrefix("data.before-") }.filter {
            try DatabaseFile.copied("\(system.home.path)/\($0)/interactions.sqlite")
                .number("SELECT count(*) FROM interactions") == 3
        }
        #expect(kept.count == 1)
    }
}
