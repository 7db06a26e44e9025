import Contracts
import Foundation
import ServiceKit
import Support
import Testing

/// A backup of a running system is consistent across all services, and a home restored from it
/// works.
@Suite(.onePerCore) struct BackupDrillTests {
    @Test func aBackupMadeUnderLoadIsOneStateAndWorksOnWhenRestored() throws {
        let session = try BackupSession()
        let (system, family) = (session.system, session.family)
        let writers = BackupWriters(system, family)
        #expect(writers.waitForMore(20))
        let before = writers.record.acknowledged
        let created = try session.backup(
            "create", "--passphrase-stdin", input: BackupSession.passphrase)
        let sent = writers.record.attempted
        #expect(writers.waitForMore(4), "The services work on after the backup")
        writers.stop()
        #expect(created.ending == .exit(0), "\(created.errors)")
        #expect(writers.record.problems.isEmpty, "\(writers.record.problems)")
        #expect(try session.leftovers() == [])
        let report = try created.object
        #expect(report["databases"] as? Int == ServiceName.allCases.count)
        #expect(report["attachments"] as? Int == 1)
        let pause = try #require(report["pause_ms"] as? Int)
        #expect((0...BackupLimit.leaseMillisecondsMax).contains(pause))
        let path = try #require(try created.path)
        system.stopAll()
        let epochs = try RestoredHomeJudge(home: system.home).epochs()

        let restored = try session.backup(
            "restore", path, "--passphrase-stdin", home: session.secondHome,
            input: BackupSession.passphrase)
        #expect(restored.ending == .exit(0), "\(restored.errors)")
        let judge = RestoredHomeJudge(home: .init(path: session.secondHome))
        #expect(try judge.problems(atHead: false) == [])
        let marks = Set(try judge.marks())
        #expect(before.subtracting(marks) == [], "Acknowledged before, and missing")
        #expect(marks.subtracting(sent).subtracting(["kept"]) == [], "Sent after the end")
        print(
            "backup: \(before.count) acknowledged before, \(marks.count) in it, pause \(pause) ms,",
            "took \(report["duration_ms"] ?? "?") ms")
        try worksOn(session, wanting: marks, otherThan: epochs)
    }

    /// Starts the restored home. Each feed must have a new epoch, the data must be complete,
    /// consumers must read them again, and writes must succeed.
    private func worksOn(
        _ session: BackupSession, wanting marks: Set<String>, otherThan epochs: [Program: String]
    ) throws {
        let system = try SystemUnderTest(folder: session.second)
        let judge = RestoredHomeJudge(home: system.home, isRunning: true)
        for (program, epoch) in try judge.epochs() {
            #expect(epoch != epochs[program], "\(program)")
            let acceptance = system.home.acceptance(of: program.rawValue)
            #expect(!FileManager.default.fileExists(atPath: acceptance), "\(program)")
            #expect(system.wordsOfRefusal(program) == nil, "\(program)")
        }
        var player = session.family.players[0]
        let family = session.family.id
        try system.renewPassport(of: &player)
        let client = AttachmentClient(system: system, person: player, family: family)
        #expect(try client.content(of: session.file) == session.content)
        let school = try system.addSchool("After", as: player, in: family)
        _ = try system.call(
            CreateInteraction.self, KillFamily.form("after", at: school), as: player, in: family)
        let isSettled = try Waiting.until(.seconds(120), every: .milliseconds(100)) {
            try judge.problems(atHead: true) == []
        }
        let problems = try judge.problems(atHead: true)
        #expect(isSettled, "\(problems)")
        #expect(Set(try judge.marks()) == marks.union(["after"]))
        system.stopAll()
    }

    @Test func aStoppedSystemIsBackedUpAndItsOwnDataAreReplaced() throws {
        let session = try BackupSession()
        let system = session.system
        let path = try session.create()
        let running = try session.backup("restore", path, "--yes")
        #expect(running.ending == .exit(7))
        #expect(running.message.contains("is running"))
        for (index, player) in session.family.players.enumerated() {
            _ = try system.call(
                CreateInteraction.self,
                KillFamily.form("later-\(index)", at: session.family.schools[0]), as: player,
                in: session.family.id)
        }
        system.stopAll()
        let stopped = try session.create()
        #expect(stopped != path)
        // Without a terminal only a flag can confirm.
        #expect(try session.backup("restore", path).ending == .exit(2))
        let judge = RestoredHomeJudge(home: system.home)
        #expect(try judge.marks().count == 4)
        let restored = try session.backup("restore", path, "--yes")
        #expect(restored.ending == .exit(0), "\(restored.errors)")
        #expect(try judge.marks().count == 2)
        #expect(try judge.problems(atHead: false) == [])
        let aside = try #require(try restored.object["set_aside"] as? String)
        let old = try DatabaseFile.copied("\(aside)/interactions.sqlite")
        #expect(try old.number("SELECT count(*) FROM interactions") == 4)
        let newer = try session.backup("restore", stopped, "--yes")
        #expect(newer.ending == .exit(0), "\(newer.errors)")
        #expect(try judge.marks().count == 4)
        try startsAgain(system)
        let listed = try session.backup("list").object["backups"] as? [[String: Any]]
        #expect(listed?.compactMap { $0["path"] as? String } == [stopped, path])
        #expect(listed?.allSatisfy { $0["is_whole"] as? Bool == true } == true)
    }

    /// Starts a home after its data were replaced. Its services must accept the data and reread
    /// each other's feeds.
    private func startsAgain(_ system: SystemUnderTest) throws {
        let starts = Program.allCases.map { ($0, system.starts(of: $0)) }
        for (program, _) in starts { system.start(program) }
        for (program, count) in starts { try system.waitUntilReady(program, starts: count + 1) }
        try system.waitUntilConsumersAreThere()
        #expect(
            try RestoredHomeJudge(home: system.home, isRunning: true).problems(atHead: true) == [])
        system.stopAll()
    }

    @Test func onlyAsManyBackupsStayAsWereAskedFor() throws {
        let session = try BackupSession()
        let first = try session.create()
        let second = try session.create()
        let third = try session.create("--keep", "2")
        let listed = try session.backup("list").object["backups"] as? [[String: Any]]
        #expect(listed?.compactMap { $0["path"] as? String } == [third, second])
        #expect(!FileManager.default.fileExists(atPath: first))
    }
}
