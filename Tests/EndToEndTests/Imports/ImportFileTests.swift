import Contracts
import Foundation
import Glibc
import ServiceKit
import Support
import Testing

/// `compass import` in a complete system (FEATURES part 3, 6; DOMAIN, Import files).
@Suite(.onePerCore) struct ImportFileTests {
    private static let now = Instant(text: "2026-03-01T12:00:00Z")

    /// A player with a family, signed in on the command line.
    private struct Scene {
        let system: SystemUnderTest
        let home: Household

        init(_ system: SystemUnderTest) throws {
            self.system = system
            home = try system.makeHousehold("Maya Rivera", family: "The Riveras")
            try system.signInOnCommandLine(home.player, as: "maya")
        }

        /// The same player and family in a restarted system.
        init(_ scene: Scene, on system: SystemUnderTest) throws {
            self.system = system
            var player = scene.home.player
            try system.renewPassport(of: &player)
            home = Household(
                system: system, id: scene.home.id, codes: scene.home.codes, player: player)
        }

        /// The exact JSON of the family's lists.
        func lists() throws -> [[UInt8]] {
            [
                try home.json(ListSchools.self, .init()),
                try home.json(ListCoaches.self, .init()),
                try home.json(ListInteractions.self, .init()),
            ]
        }

        func run(_ words: String...) throws -> CommandResult {
            try system.compass(words, as: "maya")
        }

        func imported(_ words: String...) throws -> OperationID {
            let result = try system.compass(["import"] + words + ["--json"], as: "maya")
            guard result.ending == .exit(0),
                let id = try (result.object["operation_id"] as? String)
                    .flatMap({ OperationID(text: $0) })
            else { throw SystemUnderTest.Failure(description: "import: \(result.errors)") }
            return id
        }
    }

    private static let coachFile = Checkout.file("deploy/demo/coaches.csv")
    private static let interactionFile = Checkout.file("deploy/demo/interactions.csv")

    @Test func theDemosFilesComeInWholeAndGoAgain() throws {
        let scene = try Scene(try SystemUnderTest(now: Self.now))
        let atFirst = try scene.lists()
        // Without their schools all rows are refused, and each refusal is reported.
        let refused = try scene.run("import", "coaches", Self.coachFile, "--json")
        #expect(refused.ending == .exit(3))
        let error = try #require(try refused.object["error"] as? [String: Any])
        let coaches = try DemoFamilies.read("coaches")
        #expect((error["rows"] as? [[String: Any]])?.count == coaches.count)
        #expect(try scene.lists() == atFirst)
        let rehearsed = try scene.run(
            "import", "coaches", Self.coachFile, "--add-schools", "--dry-run")
        #expect(rehearsed.ending == .exit(0))
        #expect(try scene.lists() == atFirst)

        let ofSchools = try scene.imported("schools", try schoolFile(scene))
        let withSchools = try scene.lists()
        let ofCoaches = try scene.imported("coaches", Self.coachFile, "--add-schools")
        let withCoaches = try scene.lists()
        let ofInteractions = try scene.imported("interactions", Self.interactionFile)
        try compareRows(scene, coaches)

        // A second import of the same file is refused by default.
        let again = try scene.run("import", "interactions", Self.interactionFile)
        #expect(again.ending == .exit(7))
        #expect(again.errors.contains("--again"))

        #expect(try scene.run("undo", ofInteractions.text).ending == .exit(0))
        // The coaches' figures follow the interactions' feed.
        #expect(try Waiting.until { try scene.lists() == withCoaches })
        // The import of schools cannot be undone before that of their coaches.
        #expect(try scene.run("undo", ofSchools.text).ending == .exit(7))
        #expect(try scene.run("undo", ofCoaches.text).ending == .exit(0))
        #expect(try scene.lists() == withSchools)
        #expect(try scene.run("undo", ofSchools.text).ending == .exit(0))
        #expect(try scene.lists() == atFirst)
        // A file whose import was undone can be imported again.
        _ = try scene.imported("schools", try schoolFile(scene))
        _ = try scene.imported("coaches", Self.coachFile, "--add-schools")
        _ = try scene.imported("interactions", Self.interactionFile)
        try compareRows(scene, coaches)
    }

    // N-100, N-103, N-104: templates come in as they are, in the order of families; a file that
    // updates changes what is there, and its undo leaves the lists as they were.
    @Test func templatesComeInAndAFileUpdatesThem() throws {
        let scene = try Scene(try SystemUnderTest(now: Self.now))
        for kind in ["schools", "coaches", "events", "interactions", "metrics", "posts"] {
            let path = scene.system.folder.path("\(kind)-template.csv")
            #expect(try scene.run("import", "template", kind, "--out", path).ending == .exit(0))
            let words = kind == "posts" ? ["posts", "import", path] : ["import", kind, path]
            let imported = try scene.system.compass(words, as: "maya")
            #expect(imported.ending == .exit(0), "\(imported.errors)")
        }
        func coaches() throws -> [Coach] {
            try scene.home.call(ListCoaches.self, .init()).coaches.map { coach in
                var coach = coach
                (coach.version, coach.updatedAt) = (0, .earliest)
                return coach
            }
        }
        let before = try coaches()
        let path = scene.system.folder.path("more.csv")
        try Data(
            """
            first_name,last_name,email,phone
            Example,first name,coach@example.edu,
            Example first name,Example last name,coach@example.edu,(919) 555-0199

            """.utf8
        ).write(to: URL(fileURLWithPath: path))
        let rehearsed = try scene.run("import", "coaches", path, "--update", "--dry-run")
        #expect(rehearsed.errors.contains("phone (919) 555-0100 → (919) 555-0199"))
        #expect(try coaches() == before)
        let update = try scene.imported("coaches", path, "--update")
        #expect(try coaches().contains { $0.phone == "(919) 555-0199" })
        #expect(try scene.run("undo", update.text).ending == .exit(0))
        #expect(try coaches() == before)
    }

    // N-49: what a search calls a school names it in every file and on a flag.
    @Test func filesAndFlagsNameASchoolByItsAlias() throws {
        let scene = try Scene(try SystemUnderTest(now: Self.now))
        #expect(try scene.run("schools", "add", "ncsu").ending == .exit(0))
        let files = [
            ("coaches", "first_name,last_name,school\nPat,Sample,NC State\n"),
            (
                "interactions",
                "school,type,direction,occurred_at\nncsu,email,outbound,2026-02-03\n"
            ),
            ("events", "name,type,start_date,school\nWinter Camp,camp,2026-02-04,n.c. state\n"),
        ]
        for (kind, text) in files {
            let path = scene.system.folder.path("\(kind).csv")
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            _ = try scene.imported(kind, path)
        }
        for kind in ["coaches", "interactions", "events"] {
            let listed = try scene.run(kind, "list", "--school", "NCSU", "--json")
            #expect(listed.ending == .exit(0), "\(listed.errors)")
            #expect((try listed.object[kind] as? [Any])?.count == 1, "\(kind)")
        }
        let unknown = try scene.run("coaches", "list", "--school", "unc")
        #expect(unknown.ending == .exit(3), "\(unknown.errors)")
        #expect(unknown.errors.contains("No school of yours is called \"unc\""))
    }

    /// A file of the schools that the interactions refer to.
    private func schoolFile(_ scene: Scene) throws -> String {
        let ids = Set(try DemoFamilies.read("interactions").compactMap { $0["school_unitid"] })
        let path = scene.system.folder.path("schools.csv")
        try Data(("UnitID\n" + ids.sorted().joined(separator: "\n")).utf8)
            .write(to: URL(fileURLWithPath: path))
        return path
    }

    /// Checks that every row of the file is a record with the right names.
    private func compareRows(_ scene: Scene, _ coaches: [[String: String]]) throws {
        let names = Dictionary(
            uniqueKeysWithValues: coaches.map {
                ($0["coach_key"] ?? "", "\($0["first_name"] ?? "") \($0["last_name"] ?? "")")
            })
        func text(_ value: String?) -> String? { value?.isEmpty == true ? nil : value }
        let expected = try DemoFamilies.read("interactions").map { row in
            [
                row["occurred_at"].flatMap { Instant(text: $0)?.text }, row["type"],
                row["direction"], text(row["subject"]), text(row["content"]),
                text(row["sentiment"]), names[row["coach_key"] ?? ""],
            ].map { $0 ?? "-" }.joined(separator: "|")
        }
        let list = try scene.home.call(ListInteractions.self, .init())
        let found = list.interactions.map { row in
            [
                row.occurredAt?.text, row.type.rawValue, row.direction.rawValue, row.subject,
                row.content, row.sentiment?.rawValue, row.coachName,
            ].map { $0 ?? "-" }.joined(separator: "|")
        }
        #expect(found.sorted() == expected.sorted())
        #expect(list.interactions.allSatisfy { $0.schoolName != nil })
        #expect(list.analytics.total == expected.count)
    }

    // MARK: Kills

    /// The number of rows in a file: three batches and a part of one.
    private static let rowCount = 3 * ImportLimit.batchRowsMax + 7

    private func file(_ scene: Scene) throws -> String {
        let text = (0..<Self.rowCount).reduce(into: "type,direction,date,school,subject\n") {
            $0 += "email,\($1 % 2 == 0 ? "in" : "out"),2026-02-05,Pine Hill,row \($1)\n"
        }
        let path = scene.system.folder.path("rows.csv")
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    private func total(_ scene: Scene) throws -> (rows: Int, figures: Int, subjects: Int) {
        let list = try scene.home.call(ListInteractions.self, .init())
        return (
            list.interactions.count, list.analytics.total,
            Set(list.interactions.compactMap(\.subject)).count
        )
    }

    // Killed at every step of a batch (housekeeping and feeds commit as well), the service
    // continues and the file is imported once.
    @Test(arguments: [
        "kill-import-staged:2", "kill-import-staged:3", "kill-before-commit:7",
        "kill-after-commit:7", "kill-before-commit:8", "kill-after-commit:8",
    ])
    func aServiceThatDiesWhileRowsAreStagedTakesThemOnce(hook: String) throws {
        let system = try SystemUnderTest(hooks: [.interactions: hook])
        let scene = try Scene(system)
        _ = try scene.home.addSchool("Pine Hill")
        let result = try scene.run(
            "import", "interactions", try file(scene), "--timeout", "60s")
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(try total(scene) == (Self.rowCount, Self.rowCount, Self.rowCount))
        #expect(!system.endings(of: .interactions).isEmpty)
    }

    // If the service is killed while it commits the import, nothing is stored. Repeating the
    // command with the key it printed imports the file.
    @Test func aServiceThatDiesInTheCommitHasNothingOfTheFile() throws {
        var system = try SystemUnderTest(hooks: [.interactions: "kill-import-decided"])
        var scene = try Scene(system)
        _ = try scene.home.addSchool("Pine Hill")
        let key = "6f9619ff-8b86-4d01-b42d-00c04fc964ff"
        let words = [
            "import", "interactions", try file(scene), "--idempotency-key", key,
        ]
        let failed = try system.compass(words + ["--timeout", "4s"], as: "maya")
        #expect(failed.ending == .exit(8), "\(failed.errors)")
        #expect(failed.errors.contains("--idempotency-key \(key)"))
        #expect(try total(scene) == (0, 0, 0))
        system.stopAll()
        system = try SystemUnderTest(folder: system.folder)
        scene = try Scene(scene, on: system)
        #expect(try total(scene) == (0, 0, 0))
        for _ in 0..<2 {
            #expect(try system.compass(words, as: "maya").ending == .exit(0))
            #expect(try total(scene) == (Self.rowCount, Self.rowCount, Self.rowCount))
        }
    }

    // Once an import is committed, it completes even if the service is killed between its batches.
    @Test func aServiceThatDiesBetweenTheBatchesBringsThemAll() throws {
        let system = try SystemUnderTest(hooks: [.interactions: "kill-import-revealed:2"])
        let scene = try Scene(system)
        _ = try scene.home.addSchool("Pine Hill")
        let result = try scene.run(
            "import", "interactions", try file(scene), "--timeout", "60s", "--json")
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(try total(scene) == (Self.rowCount, Self.rowCount, Self.rowCount))
        // Each run of the service reveals one batch.
        #expect(system.endings(of: .interactions).count >= 3)
        let id = try #require(result.object["operation_id"] as? String)
        #expect(try scene.run("undo", id).ending == .exit(0))
        #expect(try total(scene) == (0, 0, 0))
    }

    // If the command is killed while it reads the file, nothing becomes visible.
    @Test func aCommandThatIsKilledLeavesNothing() throws {
        let system = try SystemUnderTest()
        let scene = try Scene(system)
        _ = try scene.home.addSchool("Pine Hill")
        let path = try file(scene)
        let before = try scene.lists()
        var killed = 0
        for delay in stride(from: 20, through: 200, by: 20) {
            let result = try system.compass(
                ["import", "interactions", path], as: "maya",
                started: { child in
                    Waiting.pass(.milliseconds(delay))
                    child.send(SIGKILL)
                })
            guard result.ending == .signal(SIGKILL) else { break }
            killed += 1
            guard try scene.lists() == before else {
                // The commit was already sent, so the whole file is imported.
                #expect(
                    try Waiting.until {
                        try total(scene) == (Self.rowCount, Self.rowCount, Self.rowCount)
                    })
                return
            }
        }
        #expect(killed > 0)
        // The commit of a killed command can still arrive, and then the file is there already.
        let last = try scene.run("import", "interactions", path, "--timeout", "60s")
        #expect(
            last.ending == .exit(0) || last.errors.contains("was already imported"),
            "\(last.errors)")
        #expect(
            try Waiting.until {
                try total(scene) == (Self.rowCount, Self.rowCount, Self.rowCount)
            })
    }
}
