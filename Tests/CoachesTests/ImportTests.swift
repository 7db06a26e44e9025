import Contracts
import ServiceKit
import Storage
import Support
import Testing

@testable import Coaches
@testable import DataServiceKit

@Suite("Imports of schools and coaches")
struct ImportTests {
    let interactions = ContactFeedSource()
    let fixture: ServiceFixture
    let family = FamilyID.make(at: Instant(milliseconds: 0))
    let player: ServiceFixture.Person
    let sibling: ServiceFixture.Person

    init() throws {
        fixture = try CoachFamily().fixture
        try interactions.feed(fixture)
        player = .init([family: .player])
        sibling = .init([family: .player])
    }

    // MARK: Steps

    func school(_ line: Int, _ id: String? = nil, name: String? = nil) -> SchoolImportRow {
        SchoolImportRow(line: line, form: AddSchool.Request(catalogueID: id, name: name))
    }

    func coach(
        _ line: Int, _ first: String, _ last: String, key: String? = nil,
        school: SchoolReference? = nil, adds: Bool? = nil
    ) -> CoachImportRow {
        CoachImportRow(
            line: line, key: key, school: school, addsSchool: adds,
            form: CoachForm(firstName: first, lastName: last))
    }

    func stage<Row: ImportRow>(
        _ rows: [Row], _ id: OperationID? = nil, number: Int = 1
    ) throws -> ImportVerdicts {
        try fixture.call(
            StageImport<Row>.self, .init(importID: id, number: number, rows: rows), as: player,
            in: family)
    }

    /// The refusal of a batch of schools, or nil if it is taken.
    func stageRefusal(
        _ rows: [SchoolImportRow], _ id: OperationID? = nil, number: Int = 1
    ) -> ServiceError? {
        fixture.refusal(
            of: StageImport<SchoolImportRow>.self, .init(importID: id, number: number, rows: rows),
            as: player, in: family)
    }

    /// The refusal of a commit, or nil if it is done.
    func commitRefusal<Row: ImportRow>(
        _ id: OperationID, of kind: Row.Type = SchoolImportRow.self,
        as person: ServiceFixture.Person? = nil
    ) -> ServiceError? {
        fixture.refusal(
            of: CommitImport<Row>.self, .init(importID: id), as: person ?? player, in: family)
    }

    func commitSchools(_ id: OperationID) throws -> ImportSummary {
        try fixture.call(
            CommitImport<SchoolImportRow>.self, .init(importID: id), as: player, in: family)
    }

    func commitCoaches(_ id: OperationID) throws -> ImportSummary {
        try fixture.call(
            CommitImport<CoachImportRow>.self, .init(importID: id), as: player, in: family)
    }

    func schools() throws -> [School] {
        try fixture.call(ListSchools.self, .init(), as: player, in: family).schools
    }

    func coaches() throws -> [Coach] {
        try fixture.call(ListCoaches.self, .init(), as: player, in: family).coaches
    }

    func count(_ table: String) throws -> Int64 {
        try fixture.service.database.read { try $0.scalar("SELECT count(*) FROM \(table)") } ?? 0
    }

    // MARK: The whole way

    // FEATURES part 3, 6: nothing of a file is there before all of it is.
    @Test
    func stagedRowsAreThereOnlyAfterTheCommit() throws {
        let verdicts = try stage([school(2, "102553"), school(3, name: "Pine Hill College")])
        #expect(verdicts.refused.isEmpty)
        #expect(try schools().isEmpty)
        #expect(try fixture.changes().isEmpty)
        let summary = try commitSchools(verdicts.importID)
        #expect(summary.added == ["schools": 2])
        #expect(summary.operationID == verdicts.importID)
        #expect(
            try schools().map(\.name) == ["Pine Hill College", "University of Alaska Anchorage"])
        let changes = try fixture.changes()
        #expect(changes.map(\.type) == [CoachesFeed.schoolsImported])
        #expect(changes[0].actor == player.userID)
        let payload = try JSONCoding.decodeResponse(
            CoachesFeed.SchoolsPayload.self, from: Array(changes[0].payload.utf8))
        #expect(Set(payload.schools.map(\.id)) == Set(try schools().map(\.id)))
    }

    // N-152: one report has every error of a row, whatever the service looks at first.
    @Test
    func aRefusedRowNamesEveryField() throws {
        let long = String(repeating: "k", count: ImportLimit.keyMax + 1)
        var row = coach(2, "", "Doyle", key: long, school: SchoolReference(name: "Nowhere"))
        row.responsivenessScore = FormField("high")
        row.lastContactDate = FormField("soon")
        let rows = try stage([row]).refused
        #expect(
            rows.map { $0.errors.keys.sorted() } == [
                ["coach_key", "first_name", "last_contact_date", "responsiveness_score", "school"]
            ])
        var wrong = school(2, "0")
        wrong.form.division = FormField("D9")
        let schools = try stage([wrong]).refused
        #expect(schools.map { $0.errors.keys.sorted() } == [["catalogue_id", "division"]])
    }

    @Test
    func aRefusedRowKeepsTheWholeFileOutUnlessTheReadyRowsAreWanted() throws {
        let verdicts = try stage([school(2, "102553"), school(3, "0"), school(5, name: "X")])
        #expect(
            verdicts.refused == [
                RefusedRow(line: 3, errors: ["catalogue_id": "Unknown catalogue id"]),
                RefusedRow(
                    line: 5, errors: ["name": "School name must have 2 to 255 characters"]),
            ])
        let error = commitRefusal(verdicts.importID)
        #expect(error?.code == .validationFailed)
        #expect(error?.message.contains("2 of 3 rows") == true)
        #expect(try schools().isEmpty)
        let summary = try commitReady(verdicts.importID)
        #expect(summary.added == ["schools": 1])
        #expect(summary.leftOut == 2 && summary.leftOutRows == verdicts.refused)
        #expect(try schools().map(\.name) == ["University of Alaska Anchorage"])
    }

    @Test
    func knownSchoolsArePassedOver() throws {
        let first = try stage([school(2, "102553"), school(3, name: "Pine Hill College")])
        _ = try commitSchools(first.importID)
        let before = try schools()
        let again = try stage([
            school(2, "102553"), school(3, name: "PINE HILL college"), school(4, "102614"),
            school(5, "102614"),
        ])
        #expect(again.skipped.map(\.line) == [2, 3, 5])
        let summary = try commitSchools(again.importID)
        #expect(summary.added == ["schools": 1])
        #expect(summary.skipped == 3)
        #expect(summary.skippedRows == again.skipped)
        #expect(try schools().count == before.count + 1)
    }

    // What one file brings is found by its name too, whatever it was staged by.
    @Test
    func aSchoolOfTheSameFileIsFoundByItsName() throws {
        let name = "university of ALASKA Anchorage"
        let staged = try stage([school(2, "102553"), school(3, name: name)])
        #expect(staged.skipped.map(\.line) == [3])
        #expect(try commitSchools(staged.importID).added == ["schools": 1])
        let other = "Auburn University at Montgomery"
        let rows = try stage([
            coach(2, "Ann", "Lee", school: SchoolReference(catalogueID: "100830"), adds: true),
            coach(3, "Bo", "Ray", school: SchoolReference(name: other)),
        ])
        #expect(rows.refused.isEmpty, "\(rows.refused)")
        #expect(try commitCoaches(rows.importID).added == ["coaches": 2, "schools": 1])
        #expect(Set(try coaches().map(\.schoolName)) == [other])
    }

    @Test
    func aFileOfKnownRowsChangesNothing() throws {
        _ = try commitSchools(try stage([school(2, "102553")]).importID)
        let again = try stage([school(2, "102553")])
        let summary = try commitSchools(again.importID)
        #expect(summary.operationID == nil)
        #expect(summary.added.isEmpty)
        #expect(try fixture.changes().count == 1)
    }

    // MARK: Coaches and their schools

    @Test
    func coachesNameTheirSchoolByCatalogueIdOrName() throws {
        _ = try commitSchools(
            try stage([school(2, "102553"), school(3, name: "Pine Hill College")]).importID)
        let verdicts = try stage([
            coach(2, "Ann", "Lee", school: SchoolReference(catalogueID: "102553")),
            coach(3, "Bo", "Hart", school: SchoolReference(name: " pine hill COLLEGE ")),
            coach(4, "Cy", "Free"),
        ])
        #expect(verdicts.refused.isEmpty)
        #expect(try commitCoaches(verdicts.importID).added == ["coaches": 3])
        #expect(
            try coaches().map(\.schoolName)
                == [nil, "Pine Hill College", "University of Alaska Anchorage"])
        #expect(try coaches().allSatisfy { $0.createdBy == player.userID && $0.version == 1 })
    }

    @Test
    func aSchoolThatIsNotTheFamilysIsRefusedUnlessItIsToBeAdded() throws {
        let reference = SchoolReference(catalogueID: "102553")
        let refused = try stage([coach(2, "Ann", "Lee", school: reference)])
        #expect(
            refused.refused.first?.errors["school"]
                == "Your family follows no school with catalogue id 102553")
        let verdicts = try stage([
            coach(2, "Ann", "Lee", school: reference, adds: true),
            coach(3, "Bo", "Hart", school: reference, adds: true),
        ])
        #expect(verdicts.refused.isEmpty)
        #expect(try schools().isEmpty)
        let summary = try commitCoaches(verdicts.importID)
        #expect(summary.added == ["schools": 1, "coaches": 2])
        #expect(try coaches().allSatisfy { $0.schoolName == "University of Alaska Anchorage" })
        // Those who read the feed hear of the school before its coaches.
        #expect(
            try fixture.changes().map(\.type)
                == [CoachesFeed.schoolsImported, CoachesFeed.coachesImported])
        let unknown = try stage([
            coach(2, "Di", "Fox", school: SchoolReference(catalogueID: "0"), adds: true)
        ])
        #expect(unknown.refused.first?.errors["catalogue_id"] == "Unknown catalogue id")
    }

    @Test
    func aCoachOfTheSameNameAtTheSameSchoolIsPassedOver() throws {
        let verdicts = try stage([
            coach(2, "Ann", "Lee", school: SchoolReference(catalogueID: "102553"), adds: true),
            coach(3, "ann", "LEE", school: SchoolReference(catalogueID: "102553"), adds: true),
            coach(4, "Ann", "Lee"),
        ])
        #expect(verdicts.skipped.map(\.line) == [3])
        _ = try commitCoaches(verdicts.importID)
        #expect(try coaches().count == 2)
        let again = try stage([coach(2, "Ann", "Lee")])
        #expect(again.skipped == [SkippedRow(line: 2, reason: "Ann Lee already exists")])
    }

    // The rules are those of a single coach, with the same texts.
    @Test
    func rowsAreRefusedAsTheFormIs() throws {
        var row = coach(7, " ", "Lee")
        row.form.email = "nobody"
        row.form.phone = "12"
        let verdicts = try stage([row])
        let alone = fixture.refusal(of: AddCoach.self, row.form, as: player, in: family)
        #expect(verdicts.refused == [RefusedRow(line: 7, errors: alone?.errors ?? [:])])
        #expect(alone?.errors.count == 3)
    }

    // MARK: References of other files

    private func resolve(_ reference: ResolveReferences.Reference) throws
        -> ResolveReferences.Resolved?
    {
        try fixture.call(
            ResolveReferences.self, .init(references: [reference]), as: player, in: family
        ).references.first
    }

    @Test
    func keysOfAFileAreKnownOnceItIsImported() throws {
        let verdicts = try stage([coach(2, "Ann", "Lee", key: "c1"), coach(3, "Bo", "Hart")])
        let byKey = ResolveReferences.Reference(coach: CoachReference(key: "c1"))
        #expect(try resolve(byKey)?.errors["coach"] == "No coach of yours was imported as c1")
        _ = try commitCoaches(verdicts.importID)
        let ann = try #require(try coaches().first { $0.firstName == "Ann" })
        #expect(try resolve(byKey)?.coachID == ann.id)
        // A file that was imported later calls somebody else so.
        let later = try stage([coach(2, "Bo", "Hart", key: "c1")])
        #expect(later.skipped.count == 1)
        #expect(try resolve(byKey)?.coachID == ann.id)
        _ = try commitCoaches(later.importID)
        try fixture.service.database.write {
            try $0.execute(
                "UPDATE imports SET touched_at = touched_at + 1 WHERE import_id = ?1",
                later.importID)
        }
        #expect(try resolve(byKey)?.coachID != ann.id)
    }

    @Test
    func coachesAreFoundByNameWhereverTheLastNameBegins() throws {
        let alaska = SchoolReference(catalogueID: "102553")
        _ = try commitCoaches(
            try stage([
                coach(2, "Mary Ann", "Lee", school: alaska, adds: true),
                coach(3, "Jo", "de la Cruz"), coach(4, "Sam", "Twin"),
                coach(5, "Sam", "Twin", school: alaska),
            ]).importID)
        func found(_ name: String, _ school: SchoolReference? = nil) throws
            -> ResolveReferences.Resolved?
        {
            try resolve(.init(school: school, coach: CoachReference(name: name)))
        }
        #expect(try found("mary ann lee")?.coachID != nil)
        #expect(try found("Jo de la Cruz")?.coachID != nil)
        #expect(try found("Jo Cruz")?.errors["coach"] == "No coach of yours is named \"Jo Cruz\"")
        #expect(
            try found("Sam Twin")?.errors["coach"] == "2 coaches of yours are named \"Sam Twin\"")
        #expect(try found("Sam Twin", alaska)?.coachID != nil)
        // As people write names.
        let lee = try found("Mary Ann Lee")?.coachID
        for name in ["Lee, Mary Ann", "Coach Mary Ann Lee", "MARY ANN LEE (HC)"] {
            #expect(try found(name)?.coachID == lee, "\(name)")
        }
        #expect(try found("Coach Lee", alaska)?.coachID == lee)
        #expect(try found("Coach Lee")?.errors["coach"] != nil)
        #expect(try found("Lee Mary", alaska)?.errors["coach"] != nil)
        #expect(try found("Cruz, Jo de la")?.coachID != nil)
        #expect(
            try found("Jo de la Cruz", alaska)?.errors["coach"]
                == "No coach at that school is named \"Jo de la Cruz\"")
    }

    // MARK: Batches

    @Test
    func aBatchThatIsSentAgainGetsTheSameAnswerAndIsStoredOnce() throws {
        let first = try stage([school(2, "102553"), school(3, "0")])
        let second = try stage([school(4, "102614")], first.importID, number: 2)
        let again = try stage([school(9, "100654")], first.importID, number: 2)
        #expect(again.number == second.number)
        #expect(again.refused == second.refused)
        #expect(try count("import_records") == 2)
        #expect(stageRefusal([school(5, "100654")], first.importID, number: 4)?.code == .conflict)
    }

    @Test
    func anImportBelongsToWhoBeganItAndEndsOnce() throws {
        let open = try stage([school(2, "102553")])
        #expect(commitRefusal(open.importID, as: sibling)?.code == .notFound)
        #expect(commitRefusal(open.importID, of: CoachImportRow.self)?.code == .notFound)
        _ = try commitSchools(open.importID)
        #expect(commitRefusal(open.importID)?.code == .notFound)
        #expect(stageRefusal([school(5, "100654")], open.importID, number: 2)?.code == .notFound)
    }

    @Test
    func limitsOfABatchHoldAtTheirEdges() throws {
        let rows = (0..<ImportLimit.batchRowsMax).map { school($0 + 2, name: "School \($0)") }
        #expect(try stage(rows).refused.isEmpty)
        let error = stageRefusal(rows + [school(999, name: "One more")])
        #expect(error?.errors["rows"] == "Expected 1 to \(ImportLimit.batchRowsMax) rows")
        #expect(stageRefusal([])?.errors["rows"] != nil)
        #expect(stageRefusal(rows, number: 2)?.errors["number"] != nil)
    }

    @Test
    func anImportHasAtMostSoManyRows() throws {
        let open = try stage([school(2, "102553")])
        try fixture.service.database.write {
            try $0.execute("UPDATE imports SET row_count = ?1", ImportLimit.rowsMax - 2)
        }
        func more(_ number: Int, _ count: Int) -> ServiceError? {
            stageRefusal(
                (0..<count).map { school($0 + 3, name: "School \(number) \($0)") }, open.importID,
                number: number)
        }
        #expect(more(2, 3)?.code == .tooLarge)
        #expect(more(2, 2) == nil)
        #expect(more(3, 1)?.code == .tooLarge)
    }

    // MARK: Giving up

    private func sweep() throws {
        // Chores run by themselves after a discard; this waits for their end.
        fixture.service.doHousekeeping()
        for _ in 0..<1_000 where try count("imports") > 0 {
            try fixture.service.database.write { _ in }
        }
    }

    @Test
    func whatIsGivenUpIsRemovedToTheLastRow() throws {
        let first = try stage(
            (0..<ImportLimit.batchRowsMax).map {
                coach(
                    $0 + 2, "A", "Coach \($0)", key: "k\($0)",
                    school: SchoolReference(catalogueID: "102553"), adds: true)
            })
        for number in 2...4 {
            _ = try stage(
                (0..<ImportLimit.batchRowsMax).map {
                    coach($0 + 2, "B\(number)", "Coach \($0)", key: "k\(number).\($0)")
                }, first.importID, number: number)
        }
        let answer = try fixture.call(
            DiscardImport<CoachImportRow>.self, .init(importID: first.importID), as: player,
            in: family)
        #expect(answer.discarded)
        try sweep()
        for table in [
            "imports", "import_batches", "import_changes", "import_records", "import_keys",
            "coaches", "schools",
        ] {
            #expect(try count(table) == 0, "\(table)")
        }
        let again = try fixture.call(
            DiscardImport<CoachImportRow>.self, .init(importID: first.importID), as: player,
            in: family)
        #expect(!again.discarded)
        #expect(try fixture.changes().isEmpty)
    }

    // A dry run stages as an import does: neither may end one that is under way.
    @Test
    func anotherBeginningLeavesTheOpenImportAlone() throws {
        let old = try stage([school(2, "102553")])
        let ofCoaches = try stage([coach(2, "Ann", "Lee")])
        let new = try stage([school(2, "102614")])
        #expect(try commitSchools(new.importID).added == ["schools": 1])
        #expect(try commitSchools(old.importID).added == ["schools": 1])
        #expect(try commitCoaches(ofCoaches.importID).added == ["coaches": 1])
    }

    // Commands that were killed keep nobody from importing; what is under way goes on.
    @Test
    func theImportThatRestedLongestMakesRoom() throws {
        var open: [OperationID] = []
        for _ in 0..<ImportLimit.openMax {
            open.append(try stage([school(2, name: "School \(open.count)")]).importID)
        }
        let ofCoaches = try stage([coach(2, "Ann", "Lee")])
        // All of them can go on; the second is left as the longest at rest.
        for index in open.indices where index != 1 {
            let later = fixture.now.advanced(by: .milliseconds(index + 1))
            let id = open[index]
            _ = try stage([school(3, name: "More \(index)")], id, number: 2)
            try fixture.service.database.write {
                try $0.execute(
                    "UPDATE imports SET touched_at = ?1 WHERE import_id = ?2", later.milliseconds,
                    id)
            }
        }
        open.append(try stage([school(2, name: "One more")]).importID)
        #expect(commitRefusal(open[1])?.code == .notFound)
        for (index, id) in open.enumerated() where index != 1 {
            #expect(
                try commitSchools(id).added["schools"] == (index == ImportLimit.openMax ? 1 : 2))
        }
        #expect(try commitCoaches(ofCoaches.importID).added == ["coaches": 1])
    }

    @Test
    func rowsThatNobodyGoesOnWithAreForgotten() throws {
        let open = try stage([school(2, "102553")])
        func touched(_ ago: Duration) throws {
            let at = fixture.now.advanced(by: .zero - ago)
            try fixture.service.database.write {
                try $0.execute("UPDATE imports SET touched_at = ?1", at.milliseconds)
            }
        }
        try touched(ImportLimit.openFor)
        let sweep = ImportSweep(
            kind: CommitImport<SchoolImportRow>.name, tables: [SchoolImport.table])
        let now = fixture.now
        #expect(try fixture.service.database.write { try sweep.step($0, now: now) } == false)
        try touched(ImportLimit.openFor + .milliseconds(1))
        while try fixture.service.database.write({ try sweep.step($0, now: now) }) {}
        #expect(try count("schools") == 0)
        #expect(try count("imports") == 0)
        #expect(commitRefusal(open.importID)?.code == .notFound)
    }
}
