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

    private func table(
        _ csv: String, values: [String] = []
    ) throws -> (rows: [LogRow], columns: ImportColumns) {
        var reader = CSVReader(Array(csv.utf8))
        let header = try #require(try reader.next()).fields
        let columns = try ImportColumns(header: header, kind: .log, mapped: [], values: values)
        try columns.requireAll()
        let rows = LogRow.all(
            try reader.rest(), columns, LogDefaults(), in: PlainZone()
        ).rows
        return (rows, columns)
    }

    private func plan(
        _ csv: String, schools: [School] = [], coaches: [Coach] = [],
        meaning: [String: ResolveSchools.Resolved] = [:], values: [String] = [],
        answers: LogAnswers = LogAnswers()
    ) throws -> LogPlan {
        let (rows, columns) = try table(csv, values: values)
        // As the coaches service finds schools by names that were not given a meaning here.
        var resolved: [ResolveSchools.Name: ResolveSchools.Resolved] = [:]
        for query in LogPlan.schoolNames(in: rows, columns).joined() {
            resolved[query] = meaning[query.name] ?? own(query.name, schools)
        }
        return LogPlan(
            rows, columns, schools: schools, coaches: coaches, resolved: resolved,
            answers: answers)
    }

    /// The schools of the family that have the name, with or without "University".
    private func own(_ name: String, _ schools: [School]) -> ResolveSchools.Resolved {
        func short(_ name: String) -> [String] {
            LogNames.shortened(LogNames.words(name)) ?? LogNames.words(name)
        }
        let whole = schools.filter { LogNames.words($0.name) == LogNames.words(name) }
        let found = whole.isEmpty ? schools.filter { short($0.name) == short(name) } : whole
        return meaning(
            found.map {
                ResolveSchools.Candidate(
                    schoolID: $0.id, catalogueID: nil, name: $0.name, shortName: nil, city: nil,
                    state: nil, division: nil)
            })
    }

    private func meaning(
        _ candidates: [ResolveSchools.Candidate], isCertain: Bool? = nil
    ) -> ResolveSchools.Resolved {
        .init(certain: isCertain ?? (candidates.count == 1), candidates: candidates)
    }

    /// A school of the catalogue.
    private func entry(_ id: String, _ name: String) -> ResolveSchools.Candidate {
        .init(
            schoolID: nil, catalogueID: id, name: name, shortName: nil, city: nil, state: nil,
            division: nil)
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
            2026-02-04,Duke Univ,Lee,
            2026-02-05,duke university,Annie Lee,LEE@example.edu
            2026-02-06,Ohio State,,
            2026-02-07,,Ann Lee,
            2026-02-08,Ohio State,Lee,
            2026-02-09,Duke,Annie Lee,
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

    /// N-111: a name of several schools is asked about, once, and its rows wait.
    @Test func aNameOfSeveralSchoolsIsAQuestion() throws {
        let boston = [entry("164924", "Boston College"), entry("164988", "Boston University")]
        let csv = "Date,School\n2026-02-03,Boston\n2026-02-04,Elon\n2026-02-05,BOSTON\n"
        let meaning = ["Boston": meaning(boston), "BOSTON": meaning(boston)]
        let open = try plan(csv, meaning: meaning)
        #expect(refusals(open).isEmpty)
        #expect(open.openNames.map(\.name) == ["Boston"])
        #expect(open.openNames.map(\.lines) == [[2, 4]])
        #expect(open.openNames[0].candidates == boston)
        #expect(open.waiting.map(\.line) == [2, 4] && open.waitingCount == 2)
        #expect(open.entries.map(\.row.line) == [3])
        #expect(open.newSchools.map(\.name) == ["Elon"])
        for (value, name) in [
            ("164988", "Boston University"), ("new", "Boston"),
            ("Boston University", "Boston University"),
        ] {
            let said = try plan(
                csv,
                meaning: meaning.merging(["Boston University": self.meaning([boston[1]])]) { $1 },
                values: ["school:Boston=\(value)"])
            #expect(said.openNames.isEmpty && said.waitingCount == 0)
            #expect(said.newSchools.map(\.name) == [name, "Elon"])
            #expect(said.entries.map(\.school) == [.new(0), .new(1), .new(0)])
        }
    }

    /// On a page, the school that is probably meant is chosen; it counts if nobody says otherwise.
    @Test func aProposalCountsOnAPage() throws {
        let aggies = school("Texas A&M University", 1)
        let found = ResolveSchools.Candidate(
            schoolID: aggies.id, catalogueID: "228723", name: aggies.name, shortName: "Texas A&M",
            city: nil, state: "TX", division: .d1)
        let csv = "Date,School\n2026-02-03,A&M\n"
        let meaning = ["A&M": meaning([found, entry("1", "Alabama A&M")], isCertain: false)]
        let page = try plan(
            csv, schools: [aggies], meaning: meaning, answers: LogAnswers(takesProposals: true))
        #expect(page.entries.map(\.school) == [.known(aggies.id, name: aggies.name)])
        #expect(page.schoolNames.map(\.certainty) == [.proposed])
        let script = try plan(csv, schools: [aggies], meaning: meaning)
        #expect(script.entries.isEmpty && script.openNames.count == 1)
    }

    /// What somebody said of a name holds in the next plan, when the school is there.
    @Test func anAnswerHoldsWhenItsSchoolIsThere() throws {
        let csv = "Date,School\n2026-02-03,Tech\n"
        let meaning = ["Tech": meaning([entry("1", "One Tech"), entry("2", "Two Tech")])]
        var two = school("Two Tech", 2)
        two.catalogueID = "2"
        let added = try plan(
            csv, schools: [two], meaning: meaning, values: ["school:Tech=2"])
        #expect(added.newSchools.isEmpty)
        #expect(added.entries.map(\.school) == [.known(two.id, name: "Two Tech")])
        let bare = try plan(
            csv, schools: [school("TECH", 3)], meaning: meaning, values: ["school:Tech=new"])
        #expect(bare.newSchools.isEmpty)
    }

    /// The values of a row do not shift into other columns.
    @Test func aRowWithMoreValuesThanColumnsIsRefused() throws {
        let plan = try plan(
            """
            Date,School,Coach,Notes
            2026-02-10,Duke University,Pat Sample,Great arm, wants film by Friday
            2026-02-11,Elon University,Kim Oh,ok
            """)
        #expect(plan.report.refusals.map { "\($0.line) \($0.field)" } == ["2 row"])
        #expect(plan.entries.map(\.row.line) == [3])
        #expect(plan.newSchools.map(\.name) == ["Elon University"])
        #expect(plan.newCoaches.map(\.name) == ["Kim Oh"])
    }

    /// What only unreadable rows name is not added.
    @Test func onlyReadyRowsAddSomething() throws {
        let plan = try plan(
            """
            Date,School,Coach,Coach e-mail
            someday,Elm College,Ann Lee,
            2026-02-03,Oak College,Bo Ray,no address
            2026-02-03,Oak College,Bo Ray,bo@oak.example
            """)
        #expect(plan.report.refusals.map(\.field) == ["occurred_at", "coach_email"])
        #expect(plan.newSchools.map(\.name) == ["Oak College"])
        #expect(plan.newCoaches.map(\.form.email.value) == ["bo@oak.example"])
        #expect(plan.entries.map(\.coach) == [.new(0)])
    }

    /// A row that says the same as an earlier one is left out, unless somebody wants it.
    @Test func aRepeatedRowIsLeftOut() throws {
        let csv = "Date,School,Notes\n2026-02-03,Elon,Hi\n2026-02-03,elon,Hi\n2026-02-03,Elon,Ho\n"
        let once = try plan(csv)
        #expect(once.entries.map(\.row.line) == [2, 4])
        #expect(once.leftOut.map(\.row.line) == [3])
        #expect(once.leftOut.map(\.repeated) == [2])
        let twice = try plan(csv, answers: LogAnswers(takenIn: [3]))
        #expect(twice.entries.map(\.row.line) == [2, 3, 4])
        let less = try plan(csv, answers: LogAnswers(leftOut: [2, 4]))
        #expect(less.entries.map(\.row.line) == [3])
        #expect(less.leftOut.map(\.repeated) == [nil, nil])
    }

    /// A column whose texts are words of a field is proposed as that field.
    @Test func columnsThatAreNotReadAreTold() throws {
        let plan = try plan(
            """
            Date,School,Sort,What happened,Empty,Seen
            2026-02-03,Elon,Email,They asked for film and my schedule,,blue
            2026-02-04,Elon,Called,We talked about the summer camp,,blue
            2026-02-05,Elon,carrier pigeon,,,red
            """)
        #expect(plan.unreadColumns.map(\.name) == ["Sort", "What happened", "Seen"])
        #expect(plan.unreadColumns.map(\.proposal) == ["type", "content", nil])
        #expect(plan.unreadColumns.map(\.rowCount) == [3, 2, 3])
        #expect(plan.unreadColumns[2].samples == ["blue", "red"])
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

    /// Names that the catalogue knows: the family's school by its catalogue id, or a new one.
    @Test func theCatalogueKnowsOtherNames() throws {
        var carolina = school("Carolina", 1)
        carolina.catalogueID = "199120"
        let csv = "Date,School\n2026-02-03,UNC\n2026-02-03,NCSU\n2026-02-03,Nowhere\n"
        let rows = try table(csv)
        #expect(
            LogPlan.schoolNames(in: rows.rows, rows.columns).joined().map(\.name)
                == ["UNC", "NCSU", "Nowhere"])
        let plan = try plan(
            csv, schools: [carolina],
            meaning: [
                "UNC": meaning([entry("199120", "UNC Chapel Hill")]),
                "NCSU": meaning([entry("2", "NC State")]),
            ])
        #expect(
            plan.entries.map(\.school)
                == [.known(carolina.id, name: "Carolina"), .new(0), .new(1)])
        #expect(plan.newSchools.map(\.name) == ["NC State", "Nowhere"])
        #expect(plan.newSchools[0].form.catalogueID.value == "2")
        #expect(plan.newSchools[0].form.name.value == nil)
        #expect(plan.schoolNames.map(\.certainty) == [.certain, .certain, .new])
    }

    /// The names of a large file are asked about in requests that the service takes.
    @Test func namesAreAskedInParts() throws {
        func parts(_ count: Int) throws -> [Int] {
            let csv = "Date,School\n" + (1...count).map { "2026-02-03,School \($0)\n" }.joined()
            let (rows, columns) = try table(csv)
            return LogPlan.schoolNames(in: rows, columns).map(\.count)
        }
        #expect(try parts(SchoolNameLimit.namesMax) == [SchoolNameLimit.namesMax])
        #expect(try parts(SchoolNameLimit.namesMax + 1) == [SchoolNameLimit.namesMax, 1])
        let long = String(repeating: "x", count: SchoolNameLimit.nameLength.upperBound + 1)
        let (rows, columns) = try table("Date,School\n2026-02-03,\(long)\n")
        #expect(LogPlan.schoolNames(in: rows, columns).isEmpty)
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
            """, schools: [duke], answers: LogAnswers(takenIn: [3]))
        let there = Interaction(
            id: InteractionID(high: 1, low: 3), familyUnitID: duke.familyUnitID,
            schoolID: duke.id, type: .email, direction: .outbound, content: "Hello",
            occurredAt: Instant(text: "2026-02-03T12:00:00Z"), loggedBy: UserID(high: 1, low: 5),
            attachments: [])
        // Contacts come page by page.
        var logged = LoggedContacts(of: plan)
        logged.look(in: [there])
        plan.leaveOut(logged)
        #expect(plan.entries.map(\.isThere) == [true, false, false])
        #expect(plan.contactCount == 2 && plan.thereCount == 1)
        logged.look(in: [there])
        logged.look(in: [there])
        plan.leaveOut(logged)
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
