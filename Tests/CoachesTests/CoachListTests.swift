import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage
import Support
import Testing

@testable import Coaches

/// The page Coaches List in the service: what it finds, leaves and sorts.
@Suite struct CoachListTests {
    private let home: CoachFamily

    init() throws { home = try CoachFamily() }

    private func instant(_ text: String) throws -> Instant { try #require(Instant(text: text)) }

    // MARK: Search

    // CO-05: each of the seven fields by itself, without regard to case, as a part of the text.
    @Test(
        arguments: [
            ("ANNA", "first name"), ("o'neil", "last name"), ("STATE.example", "e-mail"),
            ("(336) 555", "phone"), ("left-HANDED", "notes"), ("ann_tw", "Twitter"),
            ("ann.ig", "Instagram"),
        ])
    func eachOfSevenFieldsIsSearched(text: String, field: String) throws {
        try home.addCoach("Joanna", "O'Neil") { form in
            form.email = "jo@state.example"
            form.phone = "(336) 555-0101"
            form.notes = "Wants left-handed pitchers"
            form.twitterHandle = "@ann_tw"
            form.instagramHandle = "ann.ig"
        }
        try home.addCoach("Bo", "Hart")
        #expect(try home.names { $0[.search] = text } == ["Joanna O'Neil"], "\(field)")
    }

    // D-32: more than the fields by themselves: the full name, and bare digits.
    @Test(
        arguments: [
            "John Smith", "john sm", "9195550100", "919-555-0100", "+1 919 555 0100",
            "1 (919) 555.0100", "5550100",
        ])
    func fullNamesAndDigitsFindACoach(text: String) throws {
        try home.addCoach("John", "Smith") { $0.phone = "(919) 555-0100" }
        try home.addCoach("Ann", "Lee") { $0.phone = "+1 336.555.0199" }
        #expect(try home.names { $0[.search] = text } == ["John Smith"])
    }

    // D-32: a number that was stored with its country code is found without it, and with it.
    @Test(arguments: ["3365550199", "+13365550199", "13365550199", "336 555-0199", "+1 336.555"])
    func theCountryCodeDoesNotMatter(text: String) throws {
        try home.addCoach("Ann", "Lee") { $0.phone = "+1 336.555.0199" }
        #expect(try home.names { $0[.search] = text } == ["Ann Lee"])
    }

    @Test func digitsOfATextAreNoPhoneNumber() throws {
        try home.addCoach("Ann", "Lee") { $0.phone = "(336) 555-0199" }
        for text in ["336a", "x5550199", "%", "_", "33655501999", "--"] {
            #expect(try home.names { $0[.search] = text }.isEmpty, "\(text)")
        }
    }

    // N-130: with and without accents, in any composition.
    @Test(arguments: ["nunez", "NUÑEZ", "n\u{FA}n\u{303}ez", "zoe nú", "Ё"])
    func accentsNeedNotBeTyped(text: String) throws {
        try home.addCoach("Zoë", "Núñez") { $0.notes = "Ёлка" }
        try home.addCoach("Елка", "Nun")
        #expect(try home.names { $0[.search] = text } == ["Zoë Núñez"])
    }

    @Test func anEditIsFoundAtOnceAndTheOldTextNoMore() throws {
        let coach = try home.addCoach("Ann", "Lee") { $0.phone = "(336) 555-0199" }
        _ = try home.edit(coach) { form in
            form.lastName = "Hart"
            form.phone = ""
        }
        #expect(try home.names { $0[.search] = "hart" } == ["Ann Hart"])
        #expect(try home.names { $0[.search] = "lee" }.isEmpty)
        #expect(try home.names { $0[.search] = "3365550199" }.isEmpty)
    }

    @Test func rowsFromBeforeTheMigrationAreSearchedToo() throws {
        try home.addCoach("Zoë", "Lee") { $0.phone = "(336) 555-0199" }
        try home.fixture.service.database.write { transaction in
            try transaction.execute("UPDATE coaches SET search_text = '', phone_digits = NULL")
            try Migration.fillSearchTexts(transaction)
        }
        #expect(try home.names { $0[.search] = "ZOË LEE" } == ["Zoë Lee"])
        #expect(try home.names { $0[.search] = "3365550199" } == ["Zoë Lee"])
    }

    // MARK: Filters

    @Test func roleLeavesThatRole() throws {  // CO-06
        for role in CoachRole.allCases {
            try home.addCoach("A", role.rawValue) { $0.role = FormField(role.rawValue) }
        }
        for role in CoachRole.allCases {
            let page = try home.page { $0[.role] = role.rawValue }
            #expect(page.coaches.map(\.role) == [role])
            #expect(page.activeFilters.map(\.label) == [role.shortLabel])
        }
        // N-48
        let two = try home.page { $0[.role] = "recruiting,head" }
        #expect(Set(two.coaches.map(\.role)) == [.head, .recruiting] && two.total == 2)
        #expect(two.activeFilters.map(\.value) == ["head,recruiting"])
    }

    // CO-07, D-30: the day N days ago at this time is in, a millisecond before it is out; who was
    // never contacted drops out.
    @Test(arguments: [7, 14, 30, 60, 90])
    func contactedWithinHasAnExactEdge(days: Int) throws {
        let edge = home.fixture.now.milliseconds - Int64(days) * 86_400_000
        let inside = try home.addCoach("In", "Side")
        let outside = try home.addCoach("Out", "Side")
        try home.addCoach("Never", "Contacted")
        try home.keep(lastContact: Instant(milliseconds: edge), of: inside)
        try home.keep(lastContact: Instant(milliseconds: edge - 1), of: outside)
        let page = try home.page {
            $0[.contactedWithin] = String(days)
            $0.timeZone = "UTC"
        }
        #expect(page.coaches.map(\.fullName) == ["In Side"])
        #expect(page.activeFilters.map(\.label) == ["Last \(days) days"])
        #expect(try home.page().total == 3)
    }

    // CO-08, D-27, CO-18: a missing score is low and stays missing, a real 0 is a score.
    @Test(
        arguments: [
            (0.0, "low"), (49.9, "low"), (50, "medium"), (74.9, "medium"), (75, "high"),
            (100, "high"), (nil, "low"),
        ] as [(Double?, String)])
    func levelsHaveTheirBounds(score: Double?, level: String) throws {
        let coach = try home.addCoach("Ann", "Lee")
        try home.keep(score: score, of: coach)
        for word in ["high", "medium", "low"] {
            let page = try home.page { $0[.responsiveness] = word }
            #expect(page.coaches.count == (word == level ? 1 : 0), "\(word)")
            #expect(page.coaches.first?.responsivenessScore == (word == level ? score : nil))
        }
        #expect(Responsiveness(score: score).rawValue == level)
        // N-48
        for words in ["high,medium", "medium,low", "low,high"] {
            let page = try home.page { $0[.responsiveness] = words }
            #expect(page.total == (words.contains(level) ? 1 : 0), "\(words)")
        }
    }

    @Test func filtersCombine() throws {
        let school = try home.addSchool("State")
        let wanted = try home.addCoach("Ann", "Lee", at: school) { $0.role = "head" }
        try home.addCoach("Ann", "Lea", at: school)
        try home.addCoach("Ann", "Leo") { $0.role = "head" }
        try home.keep(score: 80, lastContact: home.fixture.now, of: wanted)
        let page = try home.page { request in
            request[.search] = "ann"
            request[.role] = "head"
            request[.contactedWithin] = "7"
            request[.responsiveness] = "high"
            request[.schoolID] = school.id.text
        }
        #expect(page.coaches.map(\.id) == [wanted.id])
        // CO-10, CO-11
        #expect(page.hasActiveFilters)
        #expect(
            page.activeFilters.map(\.label) == [
                "ann", "Head Coach", "Last 7 days", "High (75%+)", "State",
            ])
    }

    // CO-10, U-11: the order is no filter, and neither is the limit.
    @Test func neitherOrderNorLimitIsAFilter() throws {
        for name in ["A", "B", "C"] { try home.addCoach(name, name) }
        let page = try home.page { request in
            request.sort = "role"
            request.limit = FormField(2)
        }
        #expect(!page.hasActiveFilters && page.activeFilters.isEmpty)
        #expect(page.sort == .role)
        // CO-12: rows beyond the limit count as well.
        #expect(page.coaches.count == 2 && page.total == 3)
    }

    @Test func refusalsNameTheFieldAndWhatItTakes() {
        var request = ListCoaches.Request()
        request[.contactedWithin] = "3651"
        request[.responsiveness] = "none"
        request.sort = "first_name"
        let error = home.fixture.refusal(
            of: ListCoaches.self, request, as: home.player, in: home.family)
        #expect(
            error?.errors == [
                "contacted_within": "Contacted within must be a whole number from 1 to 3650",
                "responsiveness":
                    "Responsiveness must be one or more of high, medium, low, not \"none\"",
                "sort": "Sort must be one of name, school, last_contact, responsiveness, role",
            ])
    }

    // MARK: Orders

    // CO-01, CO-09, D-31: last name, first name, without regard to case.
    @Test func theStandardOrderIsByName() throws {
        for (first, last) in [("Zoe", "adams"), ("Amy", "Young"), ("bea", "Adams")] {
            try home.addCoach(first, last)
        }
        let expected = ["bea Adams", "Zoe adams", "Amy Young"]
        #expect(try home.names() == expected)
        #expect(try home.names { $0.sort = "name" } == expected)
    }

    // CO-09, D-33: what is missing comes last, equal rows by name.
    @Test func everyOrderHasItsMissingValuesLast() throws {
        let alpha = try home.addSchool("alpha")
        let beta = try home.addSchool("Beta")
        let now = home.fixture.now
        let a = try home.addCoach("A", "A") { $0.role = "recruiting" }
        let b = try home.addCoach("B", "B", at: beta) { $0.role = "head" }
        let c = try home.addCoach("C", "C", at: alpha)
        let d = try home.addCoach("D", "D", at: beta) { $0.role = "head" }
        try home.keep(score: 0, lastContact: now, of: d)
        try home.keep(score: 74.5, lastContact: Instant(milliseconds: 0), of: c)
        try home.keep(score: 74.5, of: a)
        _ = b
        for (order, expected) in [
            ("school", "CBDA"), ("last_contact", "DCAB"), ("responsiveness", "ACDB"),
            ("role", "BDCA"), ("name", "ABCD"),
        ] {
            let names = try home.page { $0.sort = FormField(order) }.coaches.map(\.lastName)
            #expect(names.joined() == expected, "\(order)")
        }
    }

    // MARK: Who sees what

    // CO-02, CO-38, D-26, R-10
    @Test func aCoachWithoutASchoolIsListedAndParentsReadAlong() throws {
        #expect(try home.page().total == 0)
        let coach = try home.addCoach("Ann", "Lee")
        #expect(try home.page(as: home.parent).coaches == [coach])
        #expect(coach.schoolID == nil && coach.schoolName == nil)
        #expect(
            home.fixture.refusal(of: ListCoaches.self, .init(), as: home.stranger, in: home.family)?
                .code == .notFound)
    }

    // CO-14, CO-39, CO-40: names come back byte by byte; what is stored is shown as it is.
    @Test func recordsComeBackAsTheyAre() throws {
        let name = "Ünï <b>& \"co\" 👩‍👩‍👧"
        let coach = try home.addCoach(name, "O'\u{202E}Neil")
        try home.keep(score: 49.9, lastContact: home.fixture.now, of: coach)
        let answer = try home.fixture.answer(
            ListCoaches.self, .init(), as: home.player, in: home.family)
        let page = try JSONCoding.decodeResponse(ListCoaches.Response.self, from: answer.json)
        #expect(page.coaches.first?.firstName.utf8.elementsEqual(coach.firstName.utf8) == true)
        #expect(page.coaches.first?.responsivenessScore == 49.9)
        #expect(page.coaches.first?.lastContactDate == home.fixture.now)
        let text = String(decoding: answer.json, as: UTF8.self)
        #expect(text.contains(#""initials":"ÜO""#))
        #expect(text.contains(#""responsiveness_score":49.9"#))
    }

    // What is written by hand has the bytes of the contract type.
    @Test func bothWritersAgree() throws {
        let school = try home.addSchool("Été")
        for number in 0..<20 {
            // Letters of one byte, of several, and of several code points.
            let letter = ["N", "É", "A\u{301}", "👩‍👩‍👧", "\\"][number % 5]
            let coach = try home.addCoach("\(letter)n", "\"\\\n", at: school) { form in
                form.notes = number % 2 == 0 ? FormField("tab\tline\n") : FormField(nil)
                form.phone = "(336) 555-0101"
            }
            if number % 3 == 0 {
                try home.keep(
                    score: Double(number) * 4.3, lastContact: home.fixture.now, of: coach)
            }
        }
        var request = ListCoaches.Request()
        request[.search] = "n"
        let answer = try home.fixture.answer(
            ListCoaches.self, request, as: home.player, in: home.family)
        let page = try JSONCoding.decodeResponse(ListCoaches.Response.self, from: answer.json)
        #expect(page.total == 20)
        #expect(try JSONCoding.encode(page) == answer.json)
        let export = try home.fixture.answer(
            ExportCoaches.self, request, as: home.player, in: home.family)
        #expect(try JSONCoding.encode(ExportCoaches.Response(coaches: page.coaches)) == export.json)
    }

    // CO-41, R-07: whoever takes the list along is a player.
    @Test func parentsExportNothing() {
        let error = home.fixture.refusal(
            of: ExportCoaches.self, .init(), as: home.parent, in: home.family)
        #expect(error?.code == .forbidden)
        #expect(error?.message == "Only players can export coaches")
    }

    // A list of more than 500 rows is complete and in order (CO-45).
    @Test func sixHundredCoachesAreCompleteAndInOrder() throws {
        let family = home.family
        let owner = home.player.userID
        try home.fixture.service.database.write { transaction in
            for number in 0..<600 {
                let name = String(format: "%03d", number * 7 % 600)
                try Coach.table.store(
                    Coach(
                        id: .make(at: Instant(milliseconds: 0)), familyUnitID: family,
                        firstName: "N", lastName: name, role: .assistant,
                        notes: String(repeating: "n", count: 500), version: 1, createdBy: owner,
                        createdAt: Instant(milliseconds: 0), updatedAt: Instant(milliseconds: 0)),
                    transaction)
            }
        }
        let page = try home.page()
        #expect(page.total == 600)
        #expect(page.coaches.map(\.lastName) == (0..<600).map { String(format: "%03d", $0) })
    }

    // MARK: Query plans

    @Test(arguments: CoachOrder.allCases.map { CoachSelection.rowsSQL(by: $0) })
    func noOrderScansATable(sql: String) throws {
        let plan = try home.fixture.service.database.read { try $0.queryPlan(sql) }
        #expect(!plan.isEmpty)
        #expect(!plan.contains { $0.contains("SCAN") }, "\(plan)")
    }

    @Test func theStandardOrderIsThatOfAnIndex() throws {
        let plans = try home.fixture.service.database.read { transaction in
            try [CoachSelection.rowsSQL(by: .name), CoachSelection.countSQL].flatMap {
                try transaction.queryPlan($0)
            }
        }
        #expect(!plans.contains { $0.contains("TEMP B-TREE") || $0.contains("SCAN") }, "\(plans)")
    }
}
