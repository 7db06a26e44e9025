import Contracts
import DataServiceKit
import ServiceKit
import Storage
import Support
import Testing

@testable import Coaches

/// `coaches.duplicates` and `schools.duplicates`, and the warnings about new records.
@Suite struct FindDuplicatesTests {
    private let home: CoachFamily
    private let interactions = ContactFeedSource()

    init() throws {
        home = try CoachFamily()
        try interactions.feed(home.fixture)
    }

    private func groups(
        as person: ServiceFixture.Person? = nil, in family: FamilyID? = nil
    ) throws -> FindCoachDuplicates.Response {
        try home.fixture.call(
            FindCoachDuplicates.self, .init(), as: person ?? home.player,
            in: family ?? home.family)
    }

    private func add(
        _ first: String, _ last: String, at school: School? = nil, email: String? = nil,
        phone: String? = nil, in family: FamilyID? = nil, as person: ServiceFixture.Person? = nil
    ) throws -> AddCoach.Response {
        var form = CoachForm(firstName: first, lastName: last, schoolID: school?.id)
        (form.email, form.phone) = (FormField(email), FormField(phone))
        return try home.fixture.call(
            AddCoach.self, form, as: person ?? home.player, in: family ?? home.family)
    }

    private func commit(
        _ staged: StageImport<CoachImportRow>.Response
    ) throws -> CommitImport<CoachImportRow>.Response {
        try home.fixture.call(
            CommitImport<CoachImportRow>.self, .init(importID: staged.importID), as: home.player,
            in: home.family)
    }

    // N-80
    @Test func coachesAreGroupedByAddressNumberAndNameAtASchool() throws {
        let (duke, elon) = (try home.addSchool("Duke"), try home.addSchool("Elon"))
        let pat = try add("Pat", "Doyle", at: duke, email: "Pat@duke.example").coach
        let again = try add("PAT", "doyle", at: duke, phone: "(919) 555-0100").coach
        let elsewhere = try add("Pat", "Doyle", at: elon).coach
        let byPhone = try add("Patrick", "Doyle", at: elon, phone: "+1 919.555.0100").coach
        let byEmail = try add("P.", "D.", email: "pat@DUKE.example").coach
        _ = try add("Ann", "Lee", email: "ann@duke.example")
        let found = try groups()
        #expect(found.total == 1 && found.groups.count == 1)
        let group = try #require(found.groups.first)
        #expect(group.reasons == [.email, .phone, .name])
        #expect(
            Set(group.coaches.map(\.id)) == [pat.id, again.id, byPhone.id, byEmail.id])
        #expect(group.total == 4 && !group.coaches.contains { $0.id == elsewhere.id })
        // N-147: each but the first has its own reason.
        #expect(Set(group.matches.map(\.id)) == Set(group.coaches.dropFirst().map(\.id)))
        let last = group.matches.first { $0.id == byPhone.id }
        #expect(last?.otherID == again.id && last?.reasons == [.phone])
        // The answer has the coaches as a list does.
        #expect(group.coaches.first { $0.id == pat.id }?.schoolName == "Duke")
    }

    // N-80: a coach in the trash is no duplicate.
    @Test func deletedCoachesAreNotListed() throws {
        _ = try add("Ann", "Lee")
        let again = try add("Ann", "Lee").coach
        #expect(try groups().total == 1)
        // Other services would have to do their part; nobody waits for them here.
        _ = try home.fixture.answer(
            CascadeDeleteCoach.self, .init(id: again.id), as: home.player, in: home.family,
            budget: .seconds(1))
        #expect(try groups().total == 0)
        #expect(try add("Bo", "Hart").warnings.isEmpty)
    }

    // N-83: parents read the groups, and another family learns nothing.
    @Test func membersReadTheGroupsAndStrangersTheirOwn() throws {
        let ann = try add("Ann", "Lee", email: "ann@lee.example").coach
        let own = try add(
            "Ann", "Lee", email: "ann@lee.example", in: home.otherFamily, as: home.stranger)
        #expect(own.warnings.isEmpty)
        #expect(try groups(as: home.stranger, in: home.otherFamily).groups.isEmpty)
        let again = try add("Ann", "Lee").coach
        let read = try groups(as: home.parent).groups.first?.coaches ?? []
        #expect(Set(read.map(\.id)) == [ann.id, again.id])
        #expect(try groups(as: home.stranger, in: home.otherFamily).groups.isEmpty)
        let refusal = home.fixture.refusal(
            of: FindCoachDuplicates.self, .init(), as: home.stranger, in: home.family)
        #expect(refusal?.code == .notFound)
        let schools = home.fixture.refusal(
            of: FindSchoolDuplicates.self, .init(), as: home.stranger, in: home.family)
        #expect(schools?.code == .notFound)
    }

    // N-80
    @Test func answersListTheirFirstGroupsAndRecords() throws {
        for _ in 0...DuplicateLimit.recordsMax { _ = try add("Aa", "Aa") }
        for number in 0..<DuplicateLimit.groupsMax {
            for _ in 0..<2 { _ = try add("Coach", "Number \(number)") }
        }
        let found = try groups()
        #expect(found.total == DuplicateLimit.groupsMax + 1)
        #expect(found.groups.count == DuplicateLimit.groupsMax)
        let first = try #require(found.groups.first)
        #expect(first.coaches.count == DuplicateLimit.recordsMax)
        #expect(first.total == DuplicateLimit.recordsMax + 1)
    }

    // MARK: Warnings

    // N-81: stored all the same.
    @Test func aNewCoachIsComparedWithThoseThatAreThere() throws {
        let duke = try home.addSchool("Duke")
        #expect(
            try add(
                "Pat", "Doyle", at: duke, email: "pat@duke.example", phone: "(919) 555-0100"
            ).warnings.isEmpty)
        #expect(
            try add("pat", "DOYLE", at: duke, email: "PAT@duke.example").warnings
                == ["Possible duplicate: Pat Doyle (Duke) has the same e-mail address and name"])
        #expect(
            try add("Ann", "Lee", phone: "919-555-0100").warnings
                == ["Possible duplicate: Pat Doyle (Duke) has the same phone number"])
        #expect(try add("Pat", "Doyle").warnings.isEmpty)
        #expect(
            try add("Pat", "Doyle").warnings
                == ["Possible duplicate: Pat Doyle has the same name"])
        let list = try home.fixture.call(
            ListCoaches.self, .init(), as: home.parent, in: home.family)
        #expect(list.total == 5)
    }

    // N-81
    @Test func warningsNameAtMostThree() throws {
        for count in 0..<(DuplicateLimit.namedMax + 2) {
            let warnings = try add("Ann", "Lee").warnings
            #expect(warnings.count == min(count, DuplicateLimit.namedMax))
        }
    }

    private func addSchool(_ name: String, _ state: String? = nil) throws -> AddSchool.Response {
        var form = SchoolForm(name: name)
        form.state = FormField(state)
        return try home.fixture.call(AddSchool.self, form, as: home.player, in: home.family)
    }

    // N-80, N-81
    @Test func schoolsOfOneNameAreListedAndWarnedAbout() throws {
        #expect(
            try addSchool("Trinity College", "CT").warnings
                == ["The national catalogue has it as Trinity College (Hartford, CT; id 130590)"])
        #expect(try addSchool("Trinity College", "FL").warnings.isEmpty)
        #expect(
            try addSchool("TRINITY college", "CT").warnings
                == ["Possible duplicate: Trinity College (CT) has the same name"])
        let found = try home.fixture.call(
            FindSchoolDuplicates.self, .init(), as: home.parent, in: home.family)
        #expect(found.total == 1 && found.groups.first?.reasons == [.name])
        #expect(found.groups.first?.schools.map(\.state) == ["CT", "CT"])
    }

    // N-146
    @Test func namesakesNeedNotAgreeInAccentsCaseAndDots() throws {
        let elon = try home.addSchool("Élon")
        let jose = try add("José", "Müller", at: elon).coach
        #expect(
            try add("JOSE", "Mu\u{308}ller", at: elon).warnings
                == ["Possible duplicate: José Müller (Élon) has the same name"])
        #expect(try add("J.", "Muller", at: elon).warnings.isEmpty)
        let again = try add("Jose", "Muller", at: elon)
        #expect(again.warnings.count == 2)
        #expect(try Set(groups().groups.flatMap(\.coaches).map(\.id)).contains(jose.id))
        #expect(try groups().groups.map(\.total) == [3])
        // First and last names stay apart, and signs are compared as they are.
        #expect(try add("Muller", "Jose", at: elon).warnings.isEmpty)
        #expect(try add("!", "?", at: elon).warnings.isEmpty)
        #expect(try add("?", "!", at: elon).warnings.isEmpty)
        #expect(
            try addSchool("elon").warnings
                == ["Possible duplicate: Élon has the same name"])
        let schools = try home.fixture.call(
            FindSchoolDuplicates.self, .init(), as: home.parent, in: home.family)
        #expect(schools.groups.map { Set($0.schools.map(\.name)) } == [["Élon", "elon"]])
    }

    // N-146: an edit changes what a name is compared with.
    @Test func anEditedNameIsComparedAsItIsNow() throws {
        let zoe = try add("Zoë", "Lee").coach
        _ = try home.edit(zoe) { $0.firstName = "Bo" }
        #expect(try add("Zoe", "Lee").warnings.isEmpty)
        #expect(
            try add("BO", "LEE").warnings == ["Possible duplicate: Bo Lee has the same name"])
    }

    // N-146: a file's row is warned about before it is stored, and never taken for the other one.
    @Test func importsWarnAboutNamesThatDifferInAccents() throws {
        let jose = try add("José", "Müller").coach
        let row = CoachImportRow(
            line: 2, form: CoachForm(firstName: "Jose", lastName: "Muller"))
        let verdicts = try home.fixture.call(
            StageImport<CoachImportRow>.self, .init(number: 1, rows: [row]), as: home.player,
            in: home.family)
        let text = "Possible duplicate: José Müller has the same name"
        #expect(verdicts.warned == [WarnedRow(line: 2, warning: text)])
        #expect(verdicts.skipped.isEmpty && verdicts.refused.isEmpty)
        let summary = try commit(verdicts)
        #expect(summary.added == ["coaches": 1])
        let group = try #require(try groups().groups.first)
        #expect(group.coaches.count == 2 && group.coaches.contains { $0.id == jose.id })
    }

    // N-81: the rows of a file, before anything is stored.
    @Test func importsWarnAboutRows() throws {
        _ = try add("Pat", "Doyle", email: "pat@duke.example")
        var form = CoachForm(firstName: "Patrick", lastName: "Doyle")
        form.email = "PAT@duke.example"
        let other = CoachForm(firstName: "Ann", lastName: "Lee")
        let verdicts = try home.fixture.call(
            StageImport<CoachImportRow>.self,
            .init(
                number: 1,
                rows: [CoachImportRow(line: 2, form: other), CoachImportRow(line: 3, form: form)]),
            as: home.player, in: home.family)
        let text = "Possible duplicate: Pat Doyle has the same e-mail address"
        #expect(verdicts.warned == [WarnedRow(line: 3, warning: text)])
        #expect(verdicts.skipped.isEmpty && verdicts.refused.isEmpty)
        let summary = try commit(verdicts)
        #expect(summary.warnedRows == [WarnedRow(line: 3, warning: text)])
        #expect(summary.added == ["coaches": 2])
        // A school of the catalogue that the family added by hand.
        _ = try addSchool("University of Alaska Anchorage")
        let schools = try home.fixture.call(
            StageImport<SchoolImportRow>.self,
            .init(
                number: 1,
                rows: [SchoolImportRow(line: 2, form: SchoolForm(catalogueID: "102553"))]),
            as: home.player, in: home.family)
        #expect(
            schools.warned?.map(\.warning)
                == ["Possible duplicate: University of Alaska Anchorage has the same name"])
    }

    private func stage<Row: ImportRow>(
        _ rows: [Row], _ number: Int = 1, of importID: OperationID? = nil
    ) throws -> ImportVerdicts {
        try home.fixture.call(
            StageImport<Row>.self, .init(importID: importID, number: number, rows: rows),
            as: home.player, in: home.family)
    }

    // N-155: also in another batch of the file, and of another import only once it is committed.
    @Test func importsWarnAboutCoachesWhoAreTwiceInTheFile() throws {
        func row(
            _ line: Int, _ first: String, _ last: String, email: String? = nil,
            phone: String? = nil
        ) -> CoachImportRow {
            var form = CoachForm(firstName: first, lastName: last)
            (form.email, form.phone) = (FormField(email), FormField(phone))
            return CoachImportRow(line: line, form: form)
        }
        let first = try stage([
            row(2, "José", "Müller", email: "jose@elon.example"),
            row(3, "Jose", "Muller", email: "JOSE@elon.example"),
            row(4, "Ann", "Lee", phone: "(919) 555-0100"), row(5, "Bo", "Kay"),
        ])
        #expect(
            first.warned == [
                WarnedRow(
                    line: 3,
                    warning: "Possible duplicate: José Müller in line 2 has the same e-mail "
                        + "address and name")
            ])
        let second = try stage(
            [row(6, "Cy", "Fox", phone: "919-555-0100"), row(7, "Kay", "Bo")], 2,
            of: first.importID)
        let shared = "Possible duplicate: Ann Lee in line 4 has the same phone number"
        #expect(second.warned == [WarnedRow(line: 6, warning: shared)])
        #expect(second.refused.isEmpty && second.skipped.isEmpty)
        // Nothing is stored, so that another file has nothing to be compared with.
        #expect(try stage([row(2, "Bö", "Kay")]).warned == nil)
        let summary = try commit(first)
        #expect(summary.added == ["coaches": 6] && summary.warnedRows.map(\.line) == [3, 6])
        #expect(
            try stage([row(2, "Bö", "Kay")]).warned?.map(\.warning)
                == ["Possible duplicate: Bo Kay has the same name"])
    }

    // N-155: what the family has comes first, and a warning names at most three.
    @Test func warningsAboutRowsNameAtMostThree() throws {
        _ = try add("Ann", "Lee", phone: "(919) 555-0100")
        let rows = (0...(DuplicateLimit.namedMax + 1)).map { number in
            var form = CoachForm(firstName: "Row", lastName: "Number \(number)")
            form.phone = "919 555 0100"
            return CoachImportRow(line: number + 2, form: form)
        }
        let warned = try stage(rows).warned ?? []
        for (place, row) in rows.enumerated() {
            let mine = warned.filter { $0.line == row.line }
            #expect(mine.count == min(place + 1, DuplicateLimit.namedMax))
            #expect(
                mine.first?.warning
                    == "Possible duplicate: Ann Lee has the same phone number")
        }
    }

    // N-155: of one name in one state, or without one.
    @Test func importsWarnAboutSchoolsThatAreTwiceInTheFile() throws {
        let rows = [("Élon", "NC"), ("elon", "NC"), ("Trinity", "CT"), ("Trinïty", "FL")]
            .enumerated().map { place, school in
                var form = SchoolForm(name: school.0)
                form.state = FormField(school.1)
                return SchoolImportRow(line: place + 2, form: form)
            }
        let verdicts = try stage(rows)
        #expect(
            verdicts.warned == [
                WarnedRow(
                    line: 3, warning: "Possible duplicate: Élon in line 2 has the same name")
            ])
        #expect(verdicts.refused.isEmpty && verdicts.skipped.isEmpty)
    }

    // MARK: Query plans

    // N-80: a new coach costs the same in a family with ten thousand.
    @Test(
        arguments: [DuplicateRepository.coachesSQL, DuplicateRepository.schoolsSQL]
            + DuplicateRepository.statementsOfOne)
    func noStatementReadsOtherFamiliesOrSorts(sql: String) throws {
        let plan = try home.fixture.service.database.read { try $0.queryPlan(sql) }
        #expect(!plan.isEmpty)
        #expect(!plan.contains { $0.contains("SCAN") || $0.contains("TEMP B-TREE") }, "\(plan)")
    }

    @Test(arguments: DuplicateRepository.statementsOfOne)
    func noWarningReadsAWholeFamily(sql: String) throws {
        let plan = try home.fixture.service.database.read { try $0.queryPlan(sql) }
        #expect(!plan.contains { $0.hasSuffix("(family_unit_id=?)") }, "\(plan)")
    }
}
