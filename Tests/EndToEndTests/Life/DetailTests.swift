import Contracts
import Foundation
import ServiceKit
import Support
import Testing

/// The detail page and the exports, with the command line and real services.
@Suite(.onePerCore) struct DetailTests {
    private static let now = Instant(text: "2026-03-01T12:00:00Z")

    private struct Scene {
        let system: SystemUnderTest
        let home: Household
        let school: SchoolID
        let coach: CoachID

        init() throws {
            system = try SystemUnderTest(now: DetailTests.now)
            home = try system.makeHousehold()
            school = try home.addSchool("Gone College")
            coach = try home.addCoach("Pat", "Gone", at: school).id
            try system.signInOnCommandLine(home.player, as: "player")
        }

        func log(_ subject: String, minutesAgo: Int = 0) throws -> Interaction {
            var form = KillFamily.form(subject, at: school)
            form.coachID = FormField(coach.text)
            form.occurredAt = FormField(
                (DetailTests.now ?? .earliest)
                    .advanced(by: .zero - .seconds(60 * minutesAgo)).text)
            return try home.call(CreateInteraction.self, form).interaction
        }

        func compass(_ line: String) throws -> CommandResult {
            try system.compass(line.split(separator: " ").map(String.init), as: "player")
        }
    }

    // X-28, D-21: a deletion reaches interactions through the coaches feed, over the wire. It takes
    // dependent records along or is refused, so the test inserts the changes directly.
    @Test func aDeletedSchoolAndCoachAreUnknown() throws {
        let scene = try Scene()
        let row = try scene.log("row")
        #expect(row.schoolName == "Gone College" && row.coachName == "Pat Gone")
        scene.system.stop(.coaches)
        let file = try DatabaseFile.writable(scene.system.home.database(of: "coaches"))
        for (type, id) in [
            (CoachesFeed.schoolsRemoved, scene.school.text),
            (CoachesFeed.coachesRemoved, scene.coach.text),
        ] {
            let payload = CoachesFeed.RemovedPayload(familyUnitID: scene.home.id, ids: [id])
            try file.execute(
                """
                INSERT INTO changes (event_id, aggregate, aggregate_id, aggregate_version, type,
                    schema_version, occurred_at, payload)
                VALUES (randomblob(16), 'record', '', 1, '\(type)', 1, ?1, ?2)
                """, 0, try JSONCoding.encodedText(payload))
        }
        file.close()
        scene.system.start(.coaches)
        try scene.system.waitUntilReady(.coaches, starts: 2)
        var shown = row
        let isUnknown = try Waiting.until {
            shown = try scene.home.call(ShowInteraction.self, .init(id: row.id)).interaction
            return shown.coachName == nil && shown.schoolName == nil
        }
        #expect(isUnknown)
        #expect(shown.schoolID == scene.school && shown.coachID == scene.coach)
        let page = try scene.compass("interactions show \(row.id)")
        let text = String(decoding: page.output, as: UTF8.self)
        #expect(text.contains("School\tUnknown School\nCoach\tUnknown Coach\n"))
    }

    // IL-46: exports more rows than one page holds, completely and in order.
    @Test func aLongListIsExportedWhole() throws {
        let scene = try Scene()
        let rows = try inParallel(Array(0..<2_100), threads: 4) { number in
            try scene.log("row \(number)", minutesAgo: number)
        }
        let path = scene.system.folder.path("export.csv")
        let exported = try scene.compass("interactions export --to \(path)")
        #expect(exported.ending == .exit(0), "\(exported.errors)")
        let lines = try String(contentsOfFile: path, encoding: .utf8)
            .components(separatedBy: "\r\n").dropLast()
        #expect(lines.count == 2_101)
        #expect(lines.first == "Date,Type,Direction,School,Coach,Subject,Content,Sentiment")
        let isInOrder = lines.dropFirst().enumerated().allSatisfy { number, line in
            line.hasSuffix(",Pat Gone,row \(number),content of row \(number),")
        }
        #expect(isInOrder)
        #expect(try scene.compass("interactions export --limit 1500").output.count > 1_500 * 40)
        #expect(try scene.compass("interactions show \(rows[2_000].id)").ending == .exit(0))
    }

    // ID-25, R-09: deletes with a cascade, and undoes it.
    @Test func theCascadeOverTheWire() throws {
        let scene = try Scene()
        let row = try scene.log("row")
        let unconfirmed = try scene.compass("interactions delete \(row.id) --cascade")
        #expect(unconfirmed.ending == .exit(2))
        let deleted = try scene.compass("interactions delete \(row.id) --cascade --yes --json")
        #expect(deleted.ending == .exit(0))
        let answer = try deleted.object
        #expect(answer["success"] as? Bool == true)
        #expect(answer["deleted"] as? [String: Int] == ["interactions": 1])
        #expect(answer["message"] as? String == "Interaction deleted")
        let again = try scene.compass("interactions delete \(row.id) --cascade --yes")
        #expect(again.ending == .exit(6))
        // ID-26
        #expect(
            try scene.compass("interactions show \(row.id)").errors == """
                compass: Interaction not found
                This interaction may have been deleted
                Back to Interactions: compass interactions list --as player

                """)
        let operation = try #require(answer["operation_id"] as? String)
        #expect(try scene.compass("undo \(operation)").ending == .exit(0))
        #expect(try scene.compass("interactions show \(row.id)").ending == .exit(0))
    }
}
