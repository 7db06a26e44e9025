import Contracts
import Foundation
import Glibc
import ServiceKit
import Support
import Testing

/// `compass export --all` and `compass import archive` in a complete system (FEATURES part 3, 10).
@Suite(.onePerCore) struct ArchiveTests {
    private let system: SystemUnderTest
    private let folder: TemporaryFolder

    init() throws {
        system = try SystemUnderTest(now: ArchiveFamily.now)
        folder = try TemporaryFolder()
    }

    /// A player with a family of their own, signed in on the command line under the name.
    private func household(_ name: String) throws -> Household {
        let made = try system.makeHousehold(name, family: "Family of \(name)")
        try system.signInOnCommandLine(made.player, as: name)
        return made
    }

    private func export(_ name: String, _ file: String) throws -> UnzippedArchive {
        let path = folder.path(file)
        let result = try system.compass(["export", "--all", path, "--json"], as: name)
        #expect(result.ending == .exit(0), "\(result.errors)")
        let isOurs = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(!isOurs.contains { $0.hasPrefix(".compass") })
        return try UnzippedArchive(path)
    }

    private func read(
        _ file: String, as name: String, _ flags: String...
    ) throws -> CommandResult {
        try system.compass(
            ["import", "archive", folder.path(file), "--json"] + flags, as: name,
            adding: ["TMPDIR": folder.url.path])
    }

    /// What must be the same before and after, apart from ids.
    private static let tables = [
        "schools", "coaches", "events", "presences", "interactions", "files", "metrics", "posts",
        "windows",
    ]

    private func compare(_ first: UnzippedArchive, _ second: UnzippedArchive) throws {
        for table in Self.tables {
            let further: Set<String> = table == "interactions" ? ["logged_by"] : []
            #expect(
                try second.sorted(table, without: further)
                    == first.sorted(table, without: further), "\(table)")
        }
        // N-91: the log is in the same order. Contacts of one time are in that of their ids, which
        // are random while the clock stands.
        let times = { (archive: UnzippedArchive) in
            try archive.rows("interactions").map { $0["occurred_at"] }
        }
        #expect(try times(second) == times(first))
        let decisions: Set<String> = ["player"]
        #expect(
            try second.sorted("follow-ups", without: decisions)
                == first.sorted("follow-ups", without: decisions))
    }

    private func figures(_ home: Household) throws -> [String] {
        let analytics = try home.call(ListInteractions.self, .init())
            .analytics
        let coaches = try home.call(ListCoaches.self, .init()).coaches
        let social = try home.json(SocialAnalytics.self, .init())
        return ["\(analytics)", "\(social.count)"]
            + coaches.map {
                "\($0.fullName) \($0.responsivenessScore ?? -1) \($0.lastContactDate?.text ?? "")"
                    + " \($0.medianAnswerHours ?? -1) \($0.silentSince?.text ?? "")"
            }.sorted()
    }

    // N-90, N-91: export, import, export is the same.
    @Test(arguments: [1, 2] as [UInt64])
    func anArchiveComesBackWhole(seed: UInt64) throws {
        let maya = try household("maya")
        var generated = ArchiveFamily(maya, seed: seed)
        try generated.fill()
        try waitForFigures(maya)
        let first = try export("maya", "first.zip")
        try checkContents(of: first)

        let noah = try household("noah")
        let rehearsed = try read("first.zip", as: "noah", "--dry-run")
        #expect(rehearsed.ending == .exit(0), "\(rehearsed.errors)")
        let expected = try rehearsed.object["added"] as? [String: Int]
        #expect(expected?["interactions"] == ArchiveFamily.contactCount)
        let empty = try noah.call(ListSchools.self, .init())
        #expect(empty.total == 0)

        let imported = try read("first.zip", as: "noah")
        #expect(imported.ending == .exit(0), "\(imported.errors)")
        // What the rehearsal counts is what is stored.
        #expect(try imported.object["added"] as? [String: Int] == expected)
        #expect(expected?["windows"] == 2)
        let wanted = try figures(maya)
        #expect(try Waiting.until { try figures(noah) == wanted })
        #expect(try figures(noah) == wanted)
        let second = try export("noah", "second.zip")
        try compare(first, second)
        // The profile is that of its reader, under another name.
        let profile = { (archive: UnzippedArchive) in
            try archive.rows("profiles").map { row in row.filter { $0.key != "player" } }
        }
        #expect(try profile(first).count == 1 && profile(first) == profile(second))

        // N-92: once more stores nothing, and without --continue it is refused.
        #expect(try read("first.zip", as: "noah").ending == .exit(7))
        #expect(try read("first.zip", as: "noah", "--continue").ending == .exit(0))
        try compare(first, try export("noah", "third.zip"))
    }

    // N-176: one coach with a score that a service refuses does not cost the others theirs.
    @Test func refusedFiguresAreNamedAndTheOthersStored() throws {
        let maya = try household("maya")
        let rows = ["64.5", "31.5", "12.5"].enumerated().map { number, score in
            CoachImportRow(
                line: number + 2, key: "rated-\(number)",
                form: CoachForm(firstName: "Rated", lastName: "Coach \(number)"),
                responsivenessScore: score, lastContactDate: "2025-11-03T10:00:00.000Z")
        }
        let staged = try maya.call(
            StageImport<CoachImportRow>.self, .init(importID: nil, number: 1, rows: rows),
            key: IdempotencyKey(high: 7, low: 1))
        _ = try maya.call(
            CommitImport<CoachImportRow>.self, .init(importID: staged.importID),
            key: IdempotencyKey(high: 7, low: 2))
        try export("maya", "first.zip").pack(
            to: folder.path("wrong.zip"), replacing: ["31.5": "131.5"], in: "coaches.jsonl")

        let noah = try household("noah")
        let imported = try read("wrong.zip", as: "noah")
        #expect(imported.ending == .exit(3), "\(imported.errors)")
        let refused = try imported.object["refused"] as? [[String: String]] ?? []
        #expect(refused.count == 1 && refused.first?["table"] == "coaches")
        #expect(refused.first?["reason"]?.hasPrefix("Only the imported figures: ") == true)
        let scores = try noah.call(ListCoaches.self, .init()).coaches
            .sorted { $0.fullName < $1.fullName }.map(\.responsivenessScore)
        #expect(scores.count == 3 && scores[0] == 64.5 && scores[1] != 31.5 && scores[2] == 12.5)
    }

    // N-91: contacts of one time keep their order.
    @Test func contactsOfOneTimeKeepTheirOrder() throws {
        let running = try SystemUnderTest()
        let maya = try running.makeHousehold("maya", family: "First")
        let school = try maya.addSchool("Duke")
        for number in 0..<12 {
            var form = CreateInteraction.Request(
                type: "email", direction: "outbound", occurredAt: "2026-02-03T14:15:00.000Z")
            form.schoolID = FormField(school.text)
            form.subject = FormField("=\(number)")
            _ = try maya.call(CreateInteraction.self, form)
        }
        try running.signInOnCommandLine(maya.player, as: "maya")
        let noah = try running.makeHousehold("noah", family: "Second")
        try running.signInOnCommandLine(noah.player, as: "noah")
        let path = folder.path("order.zip")
        let exported = try running.compass(["export", "--all", path], as: "maya")
        #expect(exported.ending == .exit(0), "\(exported.errors)")
        let imported = try running.compass(["import", "archive", path], as: "noah")
        #expect(imported.ending == .exit(0), "\(imported.errors)")
        let subjects = { (home: Household) in
            try home.call(ListInteractions.self, .init()).interactions.map(\.subject)
        }
        #expect(try subjects(noah) == subjects(maya))
    }

    /// Waits until the figures of coaches follow the log.
    private func waitForFigures(_ home: Household) throws {
        _ = try Waiting.until {
            let coaches = try home.call(ListCoaches.self, .init())
                .coaches
            let rows = try home.call(ListInteractions.self, .init())
                .interactions
            return coaches.allSatisfy { coach in
                let last = rows.filter { $0.coachID == coach.id }.compactMap(\.occurredAt).max()
                return last == nil || coach.lastContactDate == last
            }
        }
    }

    private func checkContents(of archive: UnzippedArchive) throws {
        #expect(archive.names.count { $0.hasPrefix("files/") } == 8)
        #expect(archive.names.count { $0.hasSuffix(".csv") } == 14)
        let readme = String(decoding: try archive.bytes("README.txt"), as: UTF8.self)
        #expect(readme.contains("\"Family of maya\""))
        for file in try archive.objects("files") {
            let id = try #require(file["id"] as? String)
            let name = try #require(archive.names.first { $0.contains(id) })
            let bytes = try archive.bytes(name)
            #expect(ContentHash(of: bytes).hex == file["sha256"] as? String)
        }
        #expect(try archive.objects("interactions").count == ArchiveFamily.contactCount)
    }

    // N-92
    @Test func anImportThatIsKilledGoesOn() throws {
        let maya = try household("maya")
        var generated = ArchiveFamily(maya, seed: 3)
        try generated.fill()
        try waitForFigures(maya)
        let first = try export("maya", "first.zip")
        let noah = try household("noah")
        // A killed command leaves its files behind, until the next one removes them.
        let scratch = try TemporaryFolder()
        let (system, target) = (system, 5)
        for step in 0..<3 {
            let result = try system.compass(
                ["import", "archive", folder.path("first.zip")] + (step > 0 ? ["--continue"] : []),
                as: "noah", adding: ["TMPDIR": scratch.url.path]
            ) { child in
                _ = Waiting.until(every: .milliseconds(2)) {
                    let answer = try? noah.call(ListInteractions.self, .init())
                    return (answer?.analytics.total ?? 0) > target + 15 * step
                }
                child.send(SIGKILL)
            }
            #expect(result.ending == .signal(SIGKILL))
            let left = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path)
            #expect(left.count { $0.hasPrefix(".compass-") } <= 1)
        }
        let last = try read("first.zip", as: "noah", "--continue")
        #expect(last.ending == .exit(0), "\(last.errors)")
        let wanted = try figures(maya)
        #expect(try Waiting.until { try figures(noah) == wanted })
        try compare(first, try export("noah", "second.zip"))
    }

    // N-93: everybody exports what they may see.
    @Test func everybodyExportsWhatTheyMaySee() throws {
        let maya = try household("maya")
        for (name, role) in [("leo", Role.player), ("elena", .parent)] {
            try system.signInOnCommandLine(maya.makeMember(name, role), as: name)
        }
        let noah = try household("noah")
        var first = ArchiveFamily(maya, seed: 4)
        try first.fill()
        var stranger = ArchiveFamily(noah, seed: 5)
        try stranger.fill()

        let ofMaya = try export("maya", "maya.zip")
        let ofLeo = try export("leo", "leo.zip")
        let ofElena = try export("elena", "elena.zip")
        let ofNoah = try export("noah", "noah.zip")
        func ids(_ archive: UnzippedArchive, _ table: String) throws -> [String] {
            try archive.objects(table).compactMap { $0["id"] as? String }
        }
        // A sibling sees the schools, but neither contacts nor files of the other.
        #expect(try ids(ofLeo, "schools") == ids(ofMaya, "schools"))
        #expect(try ids(ofLeo, "interactions") == [])
        #expect(try ids(ofLeo, "files") == [])
        #expect(!ofLeo.names.contains { $0.hasPrefix("files/") })
        // A parent sees what the player does, in the same order.
        #expect(try ids(ofElena, "interactions") == ids(ofMaya, "interactions"))
        #expect(try ids(ofElena, "files") == ids(ofMaya, "files"))
        // A stranger has nothing of it.
        for table in ["schools", "coaches", "events", "interactions", "metrics", "posts"] {
            let own = Set(try ids(ofNoah, table))
            let others = try ids(ofMaya, table)
            #expect(!own.isEmpty && own.isDisjoint(with: others), "\(table)")
        }
        for archive in [ofMaya, ofLeo, ofElena] {
            for name in archive.names {
                let text = String(decoding: try archive.bytes(name), as: UTF8.self)
                #expect(!text.contains(noah.id.text), "\(name)")
            }
        }
        // A parent may not import.
        let ida = try household("ida")
        let parent = try ida.makeMember("frank", .parent)
        try system.signInOnCommandLine(parent, as: "frank")
        #expect(try read("maya.zip", as: "frank").ending == .exit(5))
        #expect(try read("maya.zip", as: "frank", "--dry-run").ending == .exit(5))
    }

    // N-94: a service that is away leaves no file.
    @Test func anExportIsWholeOrNothing() throws {
        _ = try household("maya")
        system.stop(.analytics)
        let path = folder.path("none.zip")
        let result = try system.compass(["export", "--all", path], as: "maya")
        #expect(result.ending == .exit(8), "\(result.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
        system.start(.analytics)
        try system.waitUntilReady(.analytics, starts: 2)
        _ = try export("maya", "taken.zip")
        let taken = try system.compass(["export", "--all", folder.path("taken.zip")], as: "maya")
        #expect(taken.ending == .exit(7))
        let bare = try system.compass(["export"], as: "maya")
        #expect(bare.ending == .exit(2))
    }

    // N-95
    @Test func whatIsNoArchiveIsRefused() throws {
        _ = try household("maya")
        try Data("no archive".utf8).write(to: folder.url.appendingPathComponent("text.zip"))
        #expect(try read("text.zip", as: "maya").ending == .exit(3))
        #expect(try read("missing.zip", as: "maya").ending == .exit(3))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["text.zip"])
    }
}
