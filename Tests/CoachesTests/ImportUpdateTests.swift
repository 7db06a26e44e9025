import Contracts
import ServiceKit
import Storage
import Support
import Testing

@testable import Coaches
@testable import DataServiceKit

/// Imports that update records.
@Suite struct ImportUpdateTests {
    let home: ImportUpdateHome
    let duke: School
    let ann: Coach

    init() throws {
        home = try ImportUpdateHome()
        duke = try home.fixture.call(
            AddSchool.self, SchoolForm(name: "Duke"), as: home.home.player, in: home.family
        ).school
        ann = try home.home.addCoach("Ann", "Lee", at: duke) {
            $0.email = "ann@duke.example"
            $0.notes = "Met at camp"
        }
    }

    private func change(
        _ field: String, _ before: String?, _ after: String?
    ) -> FieldChange { FieldChange(field: field, before: before, after: after) }

    // MARK: Coaches

    // N-100: an empty cell leaves the field as it is, and the version goes up by one.
    @Test func aRowUpdatesTheCoachItMeans() throws {
        let summary = try home.store([
            home.coach(2, "ann", "LEE", at: "duke") { $0.phone = "(919) 555-0100" },
            home.coach(3, "Bo", "Ray", at: "Duke"),
        ])
        #expect(summary.added == ["coaches": 1] && summary.updated == ["coaches": 1])
        #expect(summary.unchanged == 0 && summary.skipped == 0)
        let coach = try home.find(ann.id)
        #expect(coach.fullName == "Ann Lee" && coach.phone == "(919) 555-0100")
        #expect(coach.notes == "Met at camp" && coach.email == "ann@duke.example")
        #expect(coach.version == 2 && coach.schoolName == "Duke" && coach.role == ann.role)
        #expect(try home.coaches().count == 2)
    }

    // N-169
    @Test func aRowWithTheIdNeedsNoName() throws {
        let summary = try home.store([
            home.coach(2) {
                $0.id = FormField(ann.id.text)
                $0.phone = "(919) 555-0100"
            }
        ])
        #expect(summary.updated == ["coaches": 1])
        let coach = try home.find(ann.id)
        #expect(coach.fullName == "Ann Lee" && coach.phone == "(919) 555-0100")
    }

    // N-101: what is told before is what is done, row by row.
    @Test func aDryRunTellsEachRow() throws {
        let verdicts = try home.stage([
            home.coach(2, "Ann", "Lee", at: "Duke") {
                $0.phone = "(919) 555-0100"
                $0.role = "head"
            },
            home.coach(3, "Bo", "Ray", at: "Duke"),
        ])
        let same = try home.stage([home.coach(2, "Ann", "Lee", at: "Duke")])
        #expect(same.rows?.map(\.fate) == [.unchanged] && same.rows?.first?.name == "Ann Lee")
        let expected = [
            ImportedRow(
                line: 2, fate: .updated, name: "Ann Lee",
                changes: [
                    change("role", "assistant", "head"), change("phone", nil, "(919) 555-0100"),
                ]),
            ImportedRow(line: 3, fate: .added, name: "Bo Ray"),
        ]
        #expect(verdicts.rows == expected)
        let rehearsed = try home.commit(
            CoachImportRow.self, verdicts.importID, isDryRun: true)
        #expect(try home.find(ann.id) == ann)
        let done = try home.commit(CoachImportRow.self, verdicts.importID)
        #expect(done.rows == expected && rehearsed.rows == expected)
        #expect(rehearsed.updated == done.updated && rehearsed.added == done.added)
    }

    // N-101: a long text is cut in the report, not in the record.
    @Test func longTextsAreCutInTheReport() throws {
        let limit = ImportLimit.changeTextMax
        for count in [limit, limit + 1] {
            let text = String(repeating: "x", count: count)
            let rows = [home.coach(2, "Ann", "Lee", at: "Duke") { $0.notes = FormField(text) }]
            let summary = try home.store(rows)
            let shown = summary.rows.first?.changes?.first?.after
            #expect(shown?.count == limit && shown?.hasSuffix("…") == (count > limit))
            #expect(try home.find(ann.id).notes == text)
        }
    }

    // N-100: the id comes before all else, and then the name may change as well.
    @Test func anIDNamesTheCoach() throws {
        try home.store([
            home.coach(2, "ANN", "Lee-Ray") { $0.id = FormField(ann.id.text) }
        ])
        #expect(try home.find(ann.id).fullName == "ANN Lee-Ray")
        // Archives have the id as the key.
        try home.store([home.coach(2, "Anna", "Lee", key: ann.id.text)])
        #expect(try home.find(ann.id).fullName == "Anna Lee")
        // Another family's archive is read as well.
        let other = try home.store([
            home.coach(2, "Cy", "Fox", key: CoachID.make(at: .earliest).text)
        ])
        #expect(other.added == ["coaches": 1])
    }

    // N-100: ids of others, and what is no id, are refused alike for what is not there.
    @Test(arguments: [true, false]) func anUnknownIDIsRefused(isOfOthers: Bool) throws {
        var id = CoachID.make(at: .earliest)
        if isOfOthers {
            id = try home.fixture.call(
                AddCoach.self, CoachForm(firstName: "Ann", lastName: "Lee"),
                as: home.home.stranger, in: home.home.otherFamily
            ).coach.id
        }
        let verdicts = try home.stage([
            home.coach(2, "Ann", "Lee") { $0.id = FormField(id.text) },
            home.coach(3, "Ann", "Lee") { $0.id = "12" },
        ])
        #expect(
            verdicts.refused == [
                RefusedRow(line: 2, errors: ["id": "Your family has no coach with this id"]),
                RefusedRow(line: 3, errors: ["id": "This is not the id of a coach"]),
            ])
        #expect(try home.find(ann.id) == ann)
    }

    @Test func anAddressNamesTheCoachWhoMoved() throws {
        let summary = try home.store([
            home.coach(2, "Ann", "Lee", adds: "102553") { $0.email = "ANN@duke.example" }
        ])
        #expect(summary.added == ["schools": 1] && summary.updated == ["coaches": 1])
        let coach = try home.find(ann.id)
        #expect(coach.schoolName == "University of Alaska Anchorage")
        #expect(coach.email == "ann@duke.example")
        #expect(
            summary.rows.first?.changes
                == [change("school", "Duke", "University of Alaska Anchorage")])
        // The school comes and goes with the import.
        let undone = try home.undo(summary)
        #expect(undone.removed == ["schools": 1] && undone.reverted == ["coaches": 1])
        #expect(try home.find(ann.id).content == ann.content)
    }

    @Test func aRowThatMayMeanTwoIsRefused() throws {
        try home.home.addCoach("Ann", "Lee")
        let verdicts = try home.stage([home.coach(2, "Ann", "Lee")])
        #expect(
            verdicts.refused.first?.errors
                == ["last_name": "The row may mean 2 coaches; give the id"])
    }

    // N-100: without the choice, everything is as it was: known rows are skipped, ids mean nothing.
    @Test func withoutTheChoiceNothingIsUpdated() throws {
        let summary = try home.store(
            [home.coach(2, "Ann", "Lee", at: "Duke") { $0.role = "head" }], updates: false)
        #expect(summary.operationID == nil && summary.skipped == 1 && summary.updated.isEmpty)
        #expect(summary.rows.map(\.fate) == [.skipped])
        #expect(try home.find(ann.id) == ann)
    }

    // MARK: Schools

    @Test func aRowUpdatesTheSchoolItMeans() throws {
        let alaska = try home.fixture.call(
            AddSchool.self, SchoolForm(catalogueID: "102553"), as: home.home.player,
            in: home.family
        ).school
        let summary = try home.store([
            home.school(2, "DUKE") {
                $0.state = "NC"
                $0.city = "Durham"
            },
            home.school(3, "Alaska") { $0.catalogueID = "102553" },
            home.school(4, "Elon"),
        ])
        #expect(summary.added == ["schools": 1] && summary.updated == ["schools": 2])
        let school = try home.find(duke.id)
        #expect(school.name == "Duke" && school.state == "NC" && school.city == "Durham")
        #expect(school.version == 2)
        #expect(try home.find(alaska.id).name == "Alaska")
        #expect(try home.find(ann.id).schoolName == "Duke")
        // By now it has a state, and a school of this name in another one is another school.
        let other = try home.store([home.school(2, "Duke") { $0.state = "OH" }])
        #expect(other.added == ["schools": 1])
        let refused = try home.stage([
            home.school(2, "Duke"), home.school(3, key: alaska.id.text) { $0.catalogueID = "1" },
        ]).refused
        #expect(
            refused.map(\.errors) == [
                ["name": "The row may mean 2 schools; give the id"],
                ["catalogue_id": "A school keeps its catalogue id"],
            ])
    }

    // N-102: rows of one file that mean one record, new, updated or unchanged.
    @Test func theSameRecordTwiceInAFileIsSaid() throws {
        func rows(_ verdicts: ImportVerdicts) -> [String] {
            (verdicts.rows ?? []).map { "\($0.fate) \($0.sameAs ?? 0) \($0.reason ?? "")" }
        }
        let coaches = [
            home.coach(2, "Ann", "Lee", at: "Duke") { $0.role = "head" },
            home.coach(3, "ANN", "lee") { $0.email = "ann@duke.example" },
            home.coach(4, "Bo", "Ray") { $0.email = "bo@duke.example" },
            home.coach(5, "Bob", "Ray") { $0.email = "bo@duke.example" },
        ]
        #expect(
            rows(try home.stage(coaches)) == [
                "updated 0 ", "skipped 2 The same coach as line 2", "added 0 ",
                "skipped 4 The same coach as line 4",
            ])
        let schools = [home.school(2, "Elon"), home.school(7, "ELON"), home.school(8, "duke")]
        for updates in [true, false] {
            let verdicts = try home.stage(schools, updates: updates)
            #expect(verdicts.skipped.first?.sameAs == 2)
            #expect(verdicts.skipped.first?.reason == "The same school as line 2")
            #expect(
                verdicts.rows?.map(\.fate) == [.added, .skipped, updates ? .unchanged : .skipped])
        }
        let twice = try home.stage(
            [home.coach(2, "Di", "Fox"), home.coach(3, "Di", "Fox")], updates: false)
        #expect(twice.skipped.map(\.sameAs) == [2])
    }

    // MARK: Access

    // N-100: whom an edit is refused, an import is; a sibling edits the family's coaches as well.
    @Test func onlyPlayersOfTheFamilyUpdate() throws {
        let rows = [home.coach(2, "Ann", "Lee", at: "Duke") { $0.role = "head" }]
        func refusal(
            _ person: ServiceFixture.Person, in family: FamilyID
        ) -> ErrorCode? {
            home.fixture.refusal(
                of: StageImport<CoachImportRow>.self,
                .init(importID: nil, number: 1, rows: rows, update: true), as: person, in: family
            )?.code
        }
        #expect(refusal(home.home.parent, in: home.family) == .forbidden)
        #expect(refusal(home.home.stranger, in: home.family) == .notFound)
        // A stranger's own family has nobody of this name at a school of this name.
        let verdicts = try home.stage(rows, as: home.home.stranger, in: home.home.otherFamily)
        #expect(
            verdicts.refused.first?.errors
                == ["school": "Your family follows no school named \"Duke\""])
        let mine = try home.stage(rows, as: home.sibling)
        #expect(mine.rows?.map(\.fate) == [.updated])
        #expect(
            home.fixture.refusal(
                of: CommitImport<CoachImportRow>.self, .init(importID: mine.importID),
                as: home.home.player, in: home.family)?.code == .notFound)
        #expect(try home.find(ann.id) == ann)
    }

    // MARK: Between check and commit

    @Test func aCoachWhoWasChangedMeanwhileKeepsTheFileOut() throws {
        let verdicts = try home.stage([
            home.coach(2, "Ann", "Lee", at: "Duke") { $0.role = "head" }
        ])
        var form = CoachForm()
        form.id = FormField(ann.id.text)
        form.notes = "Moved"
        _ = try home.fixture.call(
            EditCoach.self, form, as: home.home.player, in: home.family)
        let refused = home.fixture.refusal(
            of: CommitImport<CoachImportRow>.self, .init(importID: verdicts.importID),
            as: home.home.player, in: home.family)
        #expect(refused?.code == .conflict)
        #expect(
            refused?.message
                == "A record of the file was changed in the meantime; import the file again")
    }

    @Test func aSchoolThatWasDeletedMeanwhileKeepsItsCoachesOut() throws {
        let elon = try home.home.addSchool("Elon")
        let verdicts = try home.stage([
            home.coach(2, "Ann", "Lee", at: "Elon") { $0.email = "ann@duke.example" }
        ])
        #expect(verdicts.rows?.map(\.fate) == [.updated])
        _ = try home.fixture.service.database.write { transaction in
            try transaction.execute(
                "UPDATE schools SET deleted_at = 1, operation_id = ?1 WHERE id = ?2",
                OperationID.make(at: .earliest), elon.id)
        }
        let refused = home.fixture.refusal(
            of: CommitImport<CoachImportRow>.self, .init(importID: verdicts.importID),
            as: home.home.player, in: home.family)
        #expect(
            refused?.message
                == "A school in this file was deleted in the meantime; import it again")
    }

    // The limit of what one undo takes back, and one more.
    @Test func anImportChangesAtMostSoManyRecords() throws {
        let open = try home.stage([home.coach(2, "Bo", "Ray")])
        _ = try home.fixture.service.database.write { [family = home.family] transaction in
            for number in 1..<ImportLimit.updatesMax {
                try transaction.execute(
                    """
                    INSERT INTO import_updates (family_unit_id, import_id, table_name, record_id,
                        version, before, after) VALUES (?1, ?2, 'coaches', ?3, 1, '{}', '{}')
                    """, family, open.importID, CoachID(high: 9, low: UInt64(number)))
            }
        }
        try home.home.addCoach("Di", "Fox")
        func refusal(_ number: Int, _ row: CoachImportRow) -> ErrorCode? {
            home.fixture.refusal(
                of: StageImport<CoachImportRow>.self,
                .init(importID: open.importID, number: number, rows: [row], update: true),
                as: home.home.player, in: home.family)?.code
        }
        #expect(refusal(2, home.coach(3, "Ann", "Lee") { $0.role = "head" }) == nil)
        #expect(refusal(3, home.coach(4, "Di", "Fox") { $0.role = "head" }) == .tooLarge)
    }
}
