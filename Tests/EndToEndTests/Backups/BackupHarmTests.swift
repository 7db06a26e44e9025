import Contracts
import Foundation
import ServiceKit
import Support
import Testing

/// A home whose services were killed is backed up completely. A home with lost or damaged files is
/// refused and stays unchanged.
@Suite(.onePerCore) struct BackupHarmTests {
    @Test func aHomeMadeByKillsIsBackedUpWholeAndALostFileNever() throws {
        let session = try BackupSession()
        let system = session.system
        let home = system.home
        try system.settleFiles()
        system.stop(.interactions)
        let older = system.folder.path("older.sqlite")
        try system.copyFile(of: .interactions, to: older)
        let starts = system.starts(of: .interactions)
        system.start(.interactions)
        try system.waitUntilReady(.interactions, starts: starts + 1)
        for number in 0..<3 {
            _ = try system.call(
                CreateInteraction.self,
                KillFamily.form("late-\(number)", at: session.family.schools[0]),
                as: session.family.players[0], in: session.family.id)
        }
        try system.waitUntilConsumersAreThere()
        for program in Program.services { system.killForGood(program) }

        let before = try contents(of: home.dataFolder)
        let whole = try session.create()
        #expect(try contents(of: home.dataFolder) == before, "A backup changes nothing")
        #expect(try session.backup("restore", whole, home: session.secondHome).ending == .exit(0))
        let judge = RestoredHomeJudge(home: .init(path: session.secondHome))
        #expect(try judge.problems(atHead: false) == [])
        #expect(try judge.marks().filter { $0.hasPrefix("late-") }.count == 3)

        let saved = system.folder.path("saved")
        try FileManager.default.copyItem(atPath: home.dataFolder, toPath: saved)
        for harm in Harm.allCases {
            try FileManager.default.removeItem(atPath: home.dataFolder)
            try FileManager.default.copyItem(atPath: saved, toPath: home.dataFolder)
            try harm.happen(to: system.file(of: .interactions), copy: older)
            try expectRefusal(session, "\(harm)")
        }
        // An older file with its own record looks sound; only the others' cursors reveal its age.
        try FileManager.default.removeItem(atPath: home.dataFolder)
        try FileManager.default.copyItem(atPath: saved, toPath: home.dataFolder)
        try Harm.olderCopy.happen(to: system.file(of: .interactions), copy: older)
        let record = system.file(of: .interactions) + ".life"
        try FileManager.default.removeItem(atPath: record)
        try FileManager.default.copyItem(atPath: older + ".life", toPath: record)
        let words = try expectRefusal(session, "older with its record")
        #expect(words.contains(" of interactions, whose database ends at "), "\(words)")
        let listed = try session.backup("list").object["backups"] as? [Any]
        #expect(listed?.count == 1)
    }

    @discardableResult
    private func expectRefusal(_ session: BackupSession, _ harm: String) throws -> String {
        let data = session.system.home.dataFolder
        let before = try contents(of: data)
        let refused = try session.system.compass(["backup", "create"])
        print("\(harm):", refused.errors)
        #expect(refused.ending == .exit(1) || refused.ending == .exit(7), "\(harm)")
        #expect(try contents(of: data) == before, "\(harm)")
        #expect(try session.leftovers() == [], "\(harm)")
        return refused.errors
    }

    /// Returns the contents of all files with state of the home. An empty WAL has none.
    private func contents(of folder: String) throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
            [".sqlite", ".sqlite-wal", ".life", ".refused", ".accepted"].contains {
                [name = $0] in name.hasSuffix($0)
            }
        }
        let contents = try Dictionary(
            uniqueKeysWithValues: names.map {
                ($0, try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)")))
            })
        return contents.filter { !$0.key.hasSuffix("-wal") || !$0.value.isEmpty }
    }
}
