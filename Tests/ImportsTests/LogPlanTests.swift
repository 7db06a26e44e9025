import Contracts
import Support
import Testing

@testable import Imports

/// What becomes of the rows of a family's own log (N-110 to N-113).
@Suite struct LogPlanTests {
    private func school(_ name: String, _ number: UInt64) -> School {
        School(
            id: SchoolID(high: 1, low: number), familyUnitID: FamilyID(high: 1, low: 1),
            name: name, city: nil, state: nil, division: nil, conference: nil, website: nil,
            twitterHandle: nil, instagramHandle: nil, notes: nil, catalogueID: nil,
            coachCount: nil, version: 1, createdAt: .earliest, updatedAt: .earliest)
    }

    private func coach(_ first: String, _ last: String, at school: School) -> Coach {
        Coach(
            id: CoachID(high: 2, low: school.id.low), familyUnitID: school.familyUnitID,
            firstName: first, lastName: last, schoolID: school.id, schoolName: school.name,
            role: .head, email: "\(last.lowercased())@example.edu", phone: nil,
            twitterHandle: nil, instagramHandle: nil, notes: nil, responsivenessScore: nil,
            responsivenessSampleSize: nil, responsivenessComputedAt: nil,
            responsivenessSource: nil, medianAnswerHours: nil, silentSince: nil,
            lastContactDate: nil, version: 1, createdBy: UserID(high: 1, low: 5),
            createdAt: .earliest, updatedAt: .earliest)
    }

    private func table(_ csv: String) throws -> (rows: [LogRow], columns: ImportColumns) {
        var reader = CSVReader(Array(csv.utf8))
        let header = try #require(try reader.next()).fields
        let columns = try ImportColumns(header: header, kind: .log, mapped: [])
        try columns.requireAll()
        let rows = try reader.rest().map {
            LogRow($0, columns, LogDefaults(), in: PlainZone())
        }
        return (rows, columns)
    }

    private func plan(
        _ csv: String, schools: [School] = [], coaches: [Coach] = [],
        named: [String: [CatalogueSchool]] = [:]
    ) throws -> LogPlan {
        let (rows, columns) = try table(csv)
        return LogPlan(rows, columns, schools: schools, coaches: coaches, named: named)
    }

    private func refusals(_ plan: LogPlan) -> [String] {
        plan.report.refusals.map { "\($0.line) \($0.field): \($0.text)" }
    }

    /// N-110: schools and coaches that are missing are added once, with what all rows say.
    @Test func missingSchoolsAndCoachesAreAddedOnce() throws {
        let plan = try plan(
            """
            Date,School,Division,Coach,Title,E-mail,Type,In/Out,Notes
            2/3/2026,Elon University,D1,Pat Sample,,,Email,sent,Hello
            2/4/2026,elon univ.,,"Sample, Pat",Head Coach,pat@example.edu,Phone,received,
            2/5/2026,Elon,,Coach Sample,,,,,
            2/6/2026,Wofford College,,,,,,,
            """)
        #expect(refusals(plan).isEmpty)
        #expect(plan.newSchools.map(\.name) == ["Elon University", "Wofford College"])
        #expect(plan.newSchools[0].form.division.value == "D1")
        #expect(plan.newCoaches.map(\.name) == ["Pat Sample"])
        #expect(plan.newCoaches[0].form.email.value == "pat@example.edu")
        #expect(plan.newCoaches[0].form.role.value == "head")
        #expect(plan.entries.map(\.school) == [.new(0), .new(0), .new(0), .new(1)])
        #expect(plan.entries.map(\.coach) == [.new(0), .new(0), .new(0), .none])
        #expect(plan.contactCount == 4)
        #expect(
            plan.assumptions(LogDefaults())
                == ["2 rows have no type: email", "2 rows have no direction: outbound"])
    }

    /// N-152: a row without a school names its other errors as well.
    @Test func aRowWithoutASchoolNamesItsOtherErrors() throws {
        let plan = try plan(
            """
            Date,School,Coach,Type
            soon,,,carrier pigeon
            """)
        #expect(plan.report.refusals.map(\.field) == ["occurred_at", "school", "type"])
    }

    /// N-111: what the family has is found, however it is written.
    @Test func whatIsThereIsFound() throws {
        let duke = school("Duke University", 1)
        let ohio = school("Ohio State University", 2)
        let lee = coach("Ann", "Lee", at: duke)
        let plan = try plan(
            """
            Date,School,Coach,Coach e-mail
            2026-02-03,DUKE,ann lee,
            2026-02-03,Duke Univ,Lee,
            2026-02-03,duke university,Annie Lee,LEE@example.edu
            2026-02-03,Ohio State,,
            2026-02-03,,Ann Lee,
            2026-02-03,Ohio State,Lee,
            2026-02-03,Duke,Annie Lee,
            """, schools: [duke, ohio], coaches: [lee])
        #expect(refusals(plan).isEmpty)
        #expect(plan.newSchools.isEmpty && plan.newCoaches.isEmpty)
        let known = LogContactPerson.known(lee.id, name: "Ann Lee")
        #expect(
            plan.entries.map(\.coach) == [
                known, known, known, .none, known, .other("Lee"), known,
            ])
        let places = plan.entries.map { plan.school(of: $0).name }
        #expect(
            places == [
                "Duke University", "Duke University", "Duke University",
                "Ohio State University", "Duke University", "Ohio State University",
                "Duke University",
            ])
    }

    @Test func severalSchoolsAreNotGuessed() throws {
        let plan = try plan(
            "Date,School\n2026-02-03,Boston\n2026-02-03,Boston Univ.\n",
            schools: [school("Boston College", 1), school("Boston University", 2)])
        #expect(
            refusals(plan) == [
                "2 school: \"Boston\" may be Boston College or Boston University; write the whole "
                    + "name"
            ])
        #expect(plan.entries.count == 1)
    }

    /// N-113: coaches of one name at a school are told from several whom a last name may mean.
    @Test func coachesOfOneNameAreNamed() throws {
        let duke = school("Duke University", 1)
        let csv = "Date,School,Coach\n2026-02-03,Duke,Sam Twin\n2026-02-03,Duke,Twin\n"
        let twins = [coach("Sam", "Twin", at: duke), coach("Sam", "Twin", at: duke)]
        let text = "2 coaches at that school are named \"Sam Twin\""
        let plan = try plan(csv, schools: [duke], coaches: twins)
        #expect(refusals(plan) == ["2 coach: \(text)", "3 coach: \(text)"])
        let others = [coach("Sam", "Twin", at: duke), coach("Ann", "Twin", at: duke)]
        let guessed = try self.plan(csv, schools: [duke], coaches: others)
        #expect(
            refusals(guessed)
                == ["3 coach: \"Twin\" may be Sam Twin or Ann Twin; write the whole name"])
    }

    private func entry(
        _ id: String, _ name: String, alias: String? = nil, city: String = "X",
        website: String? = nil
    ) -> CatalogueSchool {
        CatalogueSchool(
            catalogueID: id, name: name, alias: alias, city: city, state: "NC", division: .d1,
            conference: nil, website: website)
    }

    @Test(
        arguments: [
            ("UNC", ["1"]), ("univ of north carolina at chapel hill", ["1"]), ("Duke", ["2"]),
            ("Boston", ["3", "4"]), ("Boston College", ["3"]), ("Pine Hill College", []),
            ("Hill", []),
        ] as [(String, [String])])
    func aNameOfTheCatalogueIsAWholeName(name: String, ids: [String]) {
        let found = [
            entry("1", "University of North Carolina at Chapel Hill", alias: "UNC | Carolina"),
            entry("2", "Duke University"), entry("3", "Boston College"),
            entry("4", "Boston University"), entry("5", "Sandhills Community College"),
        ]
        #expect(LogPlan.schools(named: name, among: found, namedID: nil).map(\.catalogueID) == ids)
    }

    /// N-111: what the search of the catalogue says is named, such as by its web address, is that
    /// school; an only match is one if it has the words whole.
    @Test func theSearchOfTheCatalogueNamesASchool() {
        let carolina = entry(
            "1", "University of North Carolina at Chapel Hill", city: "Chapel Hill",
            website: "https://www.unc.edu/")
        let others = [carolina, entry("2", "University of North Carolina Asheville")]
        func found(_ name: String, _ schools: [CatalogueSchool], _ id: String?) -> String? {
            LogPlan.schools(named: name, among: schools, namedID: id).first?.catalogueID
        }
        #expect(found("UNC", others, "1") == "1")
        #expect(found("UNC", others, nil) == nil)
        #expect(found("UNC Chapel Hill", [carolina], "1") == "1")
        #expect(found("Chapel", [carolina], "1") == "1")
        #expect(found("hape", [carolina], "1") == nil)
    }

    /// N-111: a school that the family typed is the one of the catalogue with the same name.
    @Test func aSchoolWithoutAnIDOfTheCatalogueIsFound() throws {
        let name = "University of North Carolina at Chapel Hill"
        let typed = school(name, 1)
        let found = try plan(
            "Date,School\n2026-02-03,UNC\n", schools: [typed],
            named: ["UNC": [entry("1", name)]])
        #expect(found.newSchools.isEmpty)
        #expect(found.entries.map(\.school) == [.known(typed.id, name: name)])
        var other = school(name, 2)
        other.catalogueID = "2"
        let added = try plan(
            "Date,School\n2026-02-03,UNC\n", schools: [other],
            named: ["UNC": [entry("1", name)]])
        #expect(added.newSchools.map(\.name) == [name])
    }

    /// N-111: a name of several schools means the one that the family follows, or is refused.
    @Test func aNameOfSeveralSchoolsIsNoNewOne() throws {
        let found = [
            entry("1", "Santa Clara University", alias: "SCU"),
            entry("2", "Southwestern Christian University", alias: "SCU"),
        ]
        let named = ["SCU": LogPlan.schools(named: "SCU", among: found, namedID: nil)]
        let csv = "Date,School\n2026-02-03,SCU\n"
        var clara = school("Santa Clara", 1)
        clara.catalogueID = "1"
        let one = try plan(csv, schools: [clara], named: named)
        #expect(one.entries.map(\.school) == [.known(clara.id, name: "Santa Clara")])
        var other = school("Southwestern", 2)
        other.catalogueID = "2"
        for schools in [[], [clara, other]] {
            let plan = try plan(csv, schools: schools, named: named)
            #expect(plan.newSchools.isEmpty)
            #expect(
                refusals(plan).contains { $0.contains("may be \(found[0].name) or") },
                "\(refusals(plan))")
        }
    }

    /// Names that the catalogue knows: the family's school by its catalogue id, or a new one.
    @Test func theCatalogueKnowsOtherNames() throws {
        var carolina = school("Carolina", 1)
        carolina.catalogueID = "199120"
        let csv = "Date,School\n2026-02-03,UNC\n2026-02-03,NCSU\n2026-02-03,Nowhere\n"
        let rows = try table(csv).rows
        #expect(
            LogPlan.unknownNames(rows, schools: [carolina]) == ["UNC", "NCSU", "Nowhere"])
        let plan = try plan(
            csv, schools: [carolina],
            named: [
                "UNC": [entry("199120", "UNC Chapel Hill")],
                "NCSU": [entry("2", "NC State")],
            ])
        #expect(
            plan.entries.map(\.school)
                == [.known(carolina.id, name: "Carolina"), .new(0), .new(1)])
        #expect(plan.newSchools.map(\.name) == ["NC State", "Nowhere"])
        #expect(plan.newSchools[0].form.catalogueID.value == "2")
        #expect(plan.newSchools[0].form.name.value == nil)
    }

    /// N-113: errors name the line, the column and the remedy.
    @Test func errorsNameLineAndColumn() throws {
        let plan = try plan(
            """
            Date,School,Coach,Coach e-mail,Type,Sentiment
            someday,Elon,,,email,
            2026-02-03,,,,email,
            2026-02-03,Elon,Pat Sample,no address,email,
            2026-02-03,Elon,,,fax,
            2026-02-03,Elon,,,email,purple
            """)
        #expect(
            Set(plan.report.refusals.map { "\($0.line) \($0.field)" }) == [
                "2 occurred_at", "3 school", "4 coach_email", "5 type", "6 sentiment",
            ])
        #expect(plan.report.refusals.first { $0.line == 3 }?.text == "Please name the school")
        #expect(plan.report.refusedRowCount == 5)
        #expect(plan.report.refusals.first { $0.line == 5 }?.found == "fax")
    }

    @Test func daysMayHaveTheirTimeInAnotherColumn() throws {
        let rows = try table("Date,Time,School\n2/3/2026,2:15 PM,Elon\n").rows
        #expect(
            rows.first?.occurredAt?.instant
                == ImportTime.instant("2026-02-03 14:15", in: PlainZone()))
    }

    /// N-112: a contact that is logged already is left out, one for each row.
    @Test func whatIsLoggedAlreadyIsLeftOut() throws {
        let duke = school("Duke University", 1)
        var plan = try plan(
            """
            Date,School,Notes
            2026-02-03T12:00:00Z,Duke,Hello
            2026-02-03T12:00:00Z,Duke,Hello
            2026-02-03T12:00:00Z,Duke,Hello again
            """, schools: [duke])
        let there = Interaction(
            id: InteractionID(high: 1, low: 3), familyUnitID: duke.familyUnitID,
            schoolID: duke.id, type: .email, direction: .outbound, content: "Hello",
            occurredAt: Instant(text: "2026-02-03T12:00:00Z"), loggedBy: UserID(high: 1, low: 5),
            attachments: [])
        plan.leaveOut([there])
        #expect(plan.entries.map(\.isThere) == [true, false, false])
        #expect(plan.contactCount == 2 && plan.thereCount == 1)
        plan.leaveOut([there, there])
        #expect(plan.entries.map(\.isThere) == [true, true, false])
        #expect(plan.interactionRows.map(\.line) == [4])
        #expect(plan.interactionRows[0].form.schoolID.value == duke.id.text)
    }

    @Test func aFileAddsSoManySchools() throws {
        func log(_ count: Int) -> String {
            "Date,School\n"
                + (1...count).map { "2026-02-03,School \($0)\n" }.joined()
        }
        #expect(try plan(log(LogLimit.newSchoolsMax)).report.refusals.isEmpty)
        let refused = try plan(log(LogLimit.newSchoolsMax + 1))
        #expect(
            refusals(refused) == [
                "502 school: A file adds at most 500 schools; split it"
            ])
    }

    @Test func batchesAreWhatAServiceTakes() throws {
        func rows(_ count: Int) -> [SchoolImportRow] {
            (1...count).map { SchoolImportRow(line: $0, form: SchoolForm(name: "School")) }
        }
        let most = ImportLimit.batchRowsMax
        #expect(try LogBatches.divided(rows(most)).map(\.count) == [most])
        #expect(try LogBatches.divided(rows(most + 1)).map(\.count) == [most, 1])
        let long = String(repeating: "x", count: ImportLimit.batchBytesMax)
        let large = [
            SchoolImportRow(line: 1, form: SchoolForm(name: long)),
            SchoolImportRow(line: 2, form: SchoolForm(name: long)),
        ]
        #expect(try LogBatches.divided(large).map(\.count) == [1, 1])
        #expect(try LogBatches.divided([SchoolImportRow]()).isEmpty)
    }

    /// The template is a log: it can be imported as it is.
    @Test func theTemplateIsALog() throws {
        let plan = try plan(LogTemplate.csv)
        #expect(refusals(plan).isEmpty)
        #expect(plan.report.columns.ignored.isEmpty)
        #expect(plan.newSchools.map(\.name) == ["Example College"])
        #expect(plan.newCoaches.map(\.name) == ["Pat Sample"])
    }
}
