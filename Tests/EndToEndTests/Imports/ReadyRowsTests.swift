import Contracts
import Foundation
import ServiceKit
import Support
import Testing

/// What cannot be read stops its row and not the file, in a complete system.
@Suite(.onePerCore) struct ReadyRowsTests {
    /// A file of which some rows cannot be imported.
    struct File: Sendable {
        let kind: String
        let text: String
        /// The lines that cannot be imported.
        let refused: [Int]
        let ready: Int
    }

    private static let files = [
        File(
            kind: "schools",
            text: "Name,State,Notes\nPine Hill College,NC,ok\nX,NC,\nOak,SC,Small, warm, far\n"
                + "Elm College,SC,\n",
            refused: [3, 4], ready: 2),
        File(
            kind: "coaches",
            text: "First name,Last name,Email,School,Notes\nPat,Sample,pat@duke.example,Quorvale,\n"
                + "Bo,Ray,nobody,Quorvale,\nAnn,Lee,,Quorvale,Great arm, wants film\n"
                + "Cy,Day,,Nowhere,\n",
            refused: [3, 4, 5], ready: 1),
        File(
            kind: "events",
            text: "Name,Type,Start date,School,Description\nWinter Camp,camp,2026-02-04,Quorvale,\n"
                + "Spring Camp,camp,someday,,\nFall Camp,camp,2026-10-04,,Bring cleats, a bat\n",
            refused: [3, 4], ready: 1),
        File(
            kind: "interactions",
            text: "Type,Direction,Date,School,Notes\nemail,out,2026-02-03,Quorvale,Hello\n"
                + "fax,in,2026-02-04,Quorvale,\ntext,in,2026-02-05,Nowhere,\n"
                + "email,in,2026-02-05,Quorvale,Great arm, wants film by Friday\n",
            refused: [3, 4, 5], ready: 1),
        File(
            kind: "metrics",
            text: "Type,Value,Date,Notes\nvelocity,84,2026-02-03,ok\nvelocity,fast,2026-02-04,\n"
                + "velocity,85,2026-02-05,Windy, cold\nvelocity,86,2026-02-06,\n",
            refused: [3, 4], ready: 2),
    ]

    private let system: SystemUnderTest
    private let home: Household

    init() throws {
        system = try SystemUnderTest()
        home = try system.makeHousehold("Maya Rivera", family: "The Riveras")
        try system.signInOnCommandLine(home.player, as: "maya")
        _ = try home.addSchool("Quorvale")
    }

    private func path(_ file: File) throws -> String {
        let path = system.folder.path("\(file.kind).csv")
        try Data(file.text.utf8).write(to: URL(filePath: path))
        return path
    }

    private func count(_ kind: String) throws -> Int {
        switch kind {
        case "schools": try home.call(ListSchools.self, .init()).schools.count - 1
        case "coaches": try home.call(ListCoaches.self, .init()).total
        case "events": try home.call(ListEvents.self, .init()).events.count
        case "interactions": try home.call(ListInteractions.self, .init()).analytics.total
        default: try home.call(ListMetrics.self, .init()).metrics.count
        }
    }

    private func lines(_ rows: Any?) -> [Int] {
        let lines = ((rows as? [[String: Any]]) ?? []).compactMap { $0["line"] as? Int }
        return Set(lines).sorted()
    }

    @Test(arguments: files) func theReadyRowsAreOneOperation(file: File) throws {
        try system.waitUntilFeedsAreRead()
        let words = ["import", file.kind, try path(file), "--json"]
        let refused = try system.compass(words, as: "maya")
        #expect(refused.ending == .exit(3))
        let error = try #require(refused.object["error"] as? [String: Any])
        #expect(lines(error["rows"]) == file.refused)
        let questions = try #require(error["questions"] as? [[String: Any]])
        let join = try #require(questions.first { $0["flag"] as? String == "join" })
        #expect(try count(file.kind) == 0)
        let result = try system.compass(words + ["--ready-only"], as: "maya")
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(try result.object["left_out"] as? Int == file.refused.count)
        #expect(try lines(result.object["left_out_rows"]) == file.refused)
        #expect(try Waiting.until { try count(file.kind) == file.ready })
        let id = try #require(result.object["operation_id"] as? String)
        #expect(try system.compass(["undo", id], as: "maya").ending == .exit(0))
        #expect(try Waiting.until { try count(file.kind) == 0 })
        // The row of the wrong shape is joined, and the others are left out by name.
        let wide = try #require(join["lines"] as? [Int])
        let named = file.refused.filter { !wide.contains($0) }.flatMap { ["--leave-out", "\($0)"] }
        let joined = try system.compass(
            words + named + wide.flatMap { ["--join", "\($0)"] }, as: "maya")
        #expect(joined.ending == .exit(0), "\(joined.errors)")
        #expect(try Waiting.until { try count(file.kind) == file.ready + wide.count })
    }

    /// A commit of the ready rows that was killed, and is repeated with its key, stores once.
    @Test func aServiceThatDiesInTheCommitStoresTheReadyRowsOnce() throws {
        let system = try SystemUnderTest(hooks: [.interactions: "kill-import-decided"])
        let home = try system.makeHousehold("Maya Rivera", family: "The Riveras")
        try system.signInOnCommandLine(home.player, as: "maya")
        _ = try home.addSchool("Pine Hill")
        let path = system.folder.path("rows.csv")
        let text = (0..<600).reduce(into: "type,direction,date,school\n") {
            $0 += "\($1 % 3 == 0 ? "fax" : "email"),in,2026-02-05,Pine Hill\n"
        }
        try Data(text.utf8).write(to: URL(filePath: path))
        let key = "6f9619ff-8b86-4d01-b42d-00c04fc964ff"
        let words = ["import", "interactions", path, "--ready-only", "--idempotency-key", key]
        let failed = try system.compass(words + ["--timeout", "4s"], as: "maya")
        #expect(failed.ending == .exit(8), "\(failed.errors)")
        system.stopAll()
        let again = try SystemUnderTest(folder: system.folder)
        var player = home.player
        try again.renewPassport(of: &player)
        let same = Household(system: again, id: home.id, codes: home.codes, player: player)
        for _ in 0..<2 {
            let ran = try again.compass(words, as: "maya")
            #expect(ran.ending == .exit(0), "\(ran.errors)")
            let list = try same.call(ListInteractions.self, .init())
            #expect(list.interactions.count == 400 && list.analytics.total == 400)
        }
    }
}
