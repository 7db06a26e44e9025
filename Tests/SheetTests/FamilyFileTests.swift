import Contracts
import Testing

@testable import Imports

/// Files as families have them, read as wholes.
@Suite struct FamilyFileTests {
    private func contacts(_ name: String, mapped: [String] = []) throws -> [String] {
        try FamilyFile(named: name).log(mapped: mapped).contacts
    }

    private func contacts(of text: String) throws -> [String] {
        try FamilyFile(text).log().contacts
    }

    // MARK: Tables

    // Blanks around quotes.
    @Test func blanksAroundQuotesAreNoPartOfTheText() throws {
        #expect(
            try contacts("space.csv") == [
                "2026-02-03 | University of California, Los Angeles | Pat Sample | email outbound |"
                    + "  | liked it, wants film"
            ])
        #expect(
            try contacts(
                of: "\"Date\" ,\"School\" , \"Notes\"\n"
                    + "\"2026-02-03\" , \"Duke University\" , \"said \"\"hi\"\", ok\" \n")
                == ["2026-02-03 | Duke University |  | email outbound |  | said \"hi\", ok"])
        #expect(
            try contacts(of: "Date;School; Notes\n2026-02-03; \"Duke University\"; \"a;b\"\n")
                == ["2026-02-03 | Duke University |  | email outbound |  | a;b"])
    }

    // Rows whose columns do not match the header.
    @Test func shiftedColumnsAreRefused() throws {
        let log = try FamilyFile(named: "unquoted.csv").log()
        #expect(log.contacts.isEmpty)
        #expect(log.refusals.map { $0.prefix(6) } == ["2 row:", "3 row:", "4 row:"])
        for separator in [";", "\t"] {
            let text = [
                ["Date", "School", "Notes"],
                ["2026-02-03", "Duke University", "good", "call again"],
                ["2026-02-04", "Elon University", "x"],
            ]
            let file = text.map { $0.joined(separator: separator) + "\n" }.joined()
            let shifted = try FamilyFile(file).log()
            #expect(
                shifted.contacts == ["2026-02-04 | Elon University |  | email outbound |  | x"])
            #expect(shifted.refusals.count == 1)
        }
    }

    // Rows that spreadsheets fill in.
    @Test func boxesAndWordsOfListsAreNoContacts() throws {
        let boxes = try FamilyFile(named: "checkbox.csv").log()
        #expect(
            boxes.contacts == [
                "2026-02-03 | Duke University | Pat Sample | email outbound |  | hello",
                "2026-02-05 | Elon University | Lee Park | email outbound |  | hi",
            ])
        #expect(boxes.refusals.isEmpty && boxes.unread == ["Replied?"])
        #expect(boxes.notes == ["20 rows without a contact skipped"])
        let list = try FamilyFile(named: "dropdown.csv").log()
        #expect(list.contacts == ["2026-01-03 | Duke University |  | email outbound |  | hello"])
        #expect(list.notes == ["2 rows without a contact skipped"])
        let done = try FamilyFile(
            "Done,Date,School,Coach,How,Thank you sent,Notes\n"
                + "TRUE,2/3/2026,Duke University,Pat Sample,Phone,FALSE,hello\n"
                + "FALSE,,,,Email,FALSE,\n☐,,,,,☐,\nNo,,,,Email,No,\n"
        ).log()
        #expect(
            done.contacts == [
                "2026-02-03 | Duke University | Pat Sample | phone_call outbound |  | hello"
            ])
        #expect(done.notes == ["3 rows without a contact skipped"])
        // The row with a total may be a contact, and is asked about.
        let total = try FamilyFile(
            "#,Date,School,Notes\n1,2/3/2026,Duke University,a\n2,,,\n,,,\nTotal,,1,\n"
        ).log()
        #expect(total.contacts.count == 1 && total.refusals.contains { $0.hasPrefix("5 ") })
    }

    // A time of day that the file does not have is never invented.
    @Test func dateAndTimeInTwoColumns() throws {
        let times = try FamilyFile(named: "times.csv").log()
        #expect(times.contacts.map { $0.prefix(16) }.filter { $0 == "2026-02-03T14:15" }.count == 6)
        #expect(times.contacts[2].hasPrefix("2026-02-03T19:00"))
        #expect(times.contacts.map { $0.suffix(1) } == ["a", "b", "c", "d", "f", "g", "h"])
        #expect(times.refusals.count == 1 && times.refusals[0].hasPrefix("6 time: Time of day"))
        #expect(
            try contacts("datetime.xlsx")
                == ["2026-02-03T14:15:00.000Z | Duke University |  | email outbound |  | hello"])
    }

    @Test(arguments: [
        ("2:15 p.m.", "2026-02-03T14:15"), ("2.15pm", "2026-02-03T14:15"),
        ("noon", "2026-02-03T12:00"), ("2:15 PM ET", "2026-02-03T19:15"),
        ("1899-12-30 14:15", "2026-02-03T14:15"), ("2:15PM-2:45PM", "2026-02-03T14:15"),
        ("?", "2026-02-03 | "), ("n/a", "2026-02-03 | "), ("", "2026-02-03 | "),
    ])
    func timesOfDay(text: String, start: String) throws {
        let log = try FamilyFile("Date,Time,School\n2026-02-03,\(text),Duke University\n").log()
        #expect(log.contacts.count == 1 && log.contacts[0].hasPrefix(start), "\(log.contacts)")
    }

    // The header is not in the first row.
    @Test(arguments: ["title.csv", "title.xlsx"])
    func titlesStandAboveTheHeader(name: String) throws {
        #expect(
            try contacts(name)
                == ["2026-02-03 | Duke University | Pat Sample | email outbound |  | hello"])
    }

    @Test func aHeaderHasTwoRows() throws {
        #expect(
            try contacts("tworow.xlsx") == [
                "2026-02-03T14:15:00.000Z | Duke University | Pat Sample | email outbound |  | "
            ])
        let log = try FamilyFile(
            "Recruiting Contacts\nUpdated 2/1/2026\n\n,,,\n"
                + "Date of contact,College,Coach name,Notes\n2/3/2026,Duke University,Pat Sample,x"
        ).log()
        #expect(
            log.contacts == ["2026-02-03 | Duke University | Pat Sample | email outbound |  | x"])
        #expect(log.notes == ["The names of the columns are on line 5"])
    }

    // A column that is not understood is shown; with its meaning, each word is read.
    @Test func typesAreReadByTheirWords() throws {
        let column = "Type of correspondence"
        #expect(try FamilyFile(named: "types.csv").log().unread == [column])
        let log = try FamilyFile(named: "types.csv").log(mapped: ["\(column)=type"])
        #expect(log.contacts.count + log.refusals.count == 28)
        let words: [(line: Int, type: String)] = [
            (2, "email"), (3, "email"), (4, "email"), (5, "email"), (7, "phone_call"),
            (8, "phone_call"), (12, "virtual_meeting"), (13, "virtual_meeting"),
            (14, "phone_call"), (17, "camp"), (22, "phone_call"), (18, "in_person_visit"),
            (20, "in_person_visit"),
            (23, "dm"), (24, "dm"), (26, "in_person_visit"), (27, "text"),
        ]
        for (line, type) in words {
            let entry = try #require(log.plan.entries.first { $0.row.line == line })
            #expect(entry.row.type == type, "line \(line)")
        }
        let sent = log.plan.entries.filter { [3, 4].contains($0.row.line) }
        #expect(sent.map(\.row.direction) == ["outbound", "outbound"])
        #expect(log.plan.entries.first { $0.row.line == 15 }?.row.direction == "inbound")
        // Two types in one word are asked about, and so is one that names none.
        for line in [19, 21] {
            #expect(log.refusals.contains { $0.hasPrefix("\(line) type:") }, "line \(line)")
        }
    }

    // Names of people.
    @Test func namesOfCoaches() throws {
        let log = try FamilyFile(named: "log.csv").log()
        #expect(log.refusals.isEmpty)
        #expect(
            log.plan.newCoaches.map(\.name) == [
                "Bob Smith", "Robert Jones Jr.", "Carl Ripkin Jr.", "Ray Miller",
                "Juan de la Cruz", "Robert Jones", "Ted Fay", "Ann Poe", "Kim Oh",
            ])
        #expect(log.plan.newCoaches.map { $0.form.role.value }[3] == "head")
        #expect(log.plan.newCoaches.map { $0.form.role.value }[7] == "recruiting")
    }

    // MARK: Encodings and separators

    @Test(arguments: [
        ("1252.csv", "José’s coach said “hi”"), ("utf16.txt", "José said hi"), ("cr.csv", "hello"),
    ])
    func encodingsAndLineEnds(name: String, notes: String) throws {
        #expect(
            try contacts(name)
                == ["2026-02-03 | Duke University |  | email outbound |  | \(notes)"])
    }

    @Test(arguments: [
        "sep=,\nDate,School,Notes\n2/3/2026,Duke University,\"a;b;c;d\"\n",
        "sep=;\r\nDate;School;Notes\r\n2/3/2026;Duke University;\"a;b;c;d\"\r\n",
        "Date|School|Notes\n2/3/2026|Duke University|a;b;c;d\n",
        "\u{FEFF}Date\tSchool\tNotes\n2/3/2026\tDuke University\ta;b;c;d\n",
    ])
    func separators(text: String) throws {
        #expect(
            try contacts(of: text)
                == ["2026-02-03 | Duke University |  | email outbound |  | a;b;c;d"])
    }

    @Test func theProductsOwnExportSavedAgainInAnotherEncoding() throws {
        let log = try FamilyFile(named: "own-export-resaved-ansi.csv").log()
        #expect(log.refusals.isEmpty && log.contacts.count == 17)
        #expect(
            log.contacts[3]
                == "2026-02-03T14:15:00.000Z | Duke University | Sean O'Malley | email inbound | "
                + "Coach’s reply | He didn’t like the film – wants 2026–27 tape “raw”")
        #expect(log.notes == ["Read as Windows-1252: “Coach’s”"])
        // A formula that failed is no text, so that this row says the same as the one before.
        #expect(log.plan.leftOut.map(\.row.line) == [7])
    }

    // MARK: Workbooks

    @Test(arguments: [
        ("backslash.xlsx", "hello"), ("nov-unused.xlsx", "hello"), ("emptyv-used.xlsx", ""),
        ("na-notes.xlsx", ""), ("readme-first.xlsx", "hello"),
    ])
    func oddWorkbooks(name: String, notes: String) throws {
        let log = try FamilyFile(named: name).log()
        #expect(
            log.contacts == ["2026-02-03 | Duke University |  | email outbound |  | \(notes)"])
        let isTold = log.notes.contains { $0.hasPrefix("1 cell of “Notes” without the result") }
        #expect(isTold == (name == "emptyv-used.xlsx"))
    }

    @Test func rowsInAnyOrderAndStrictWorkbooks() throws {
        #expect(
            try contacts("unordered.xlsx") == [
                "2026-02-03 | Duke University |  | email outbound |  | hello",
                "2026-02-04 | Elon University |  | email outbound |  | x",
            ])
        #expect(
            try contacts("strict.xlsx")
                == ["2026-02-03T14:15:00.000Z | Duke University |  | email outbound |  | xhello"])
    }

    @Test func aWebPageIsNamed() throws {
        let problem = #expect(throws: ImportProblem.self) { try contacts("html.xls") }
        #expect(problem?.message.contains("web page") == true)
    }

    // MARK: Address books and coaches

    /// `first|last|role|email|phone|school|notes` of each row, or `line: error`.
    private func coaches(_ file: FamilyFile) throws -> [String] {
        var reader = try file.reader(.coaches)
        let columns = try reader.columns(mapped: [], values: [])
        try columns.requireAll()
        var coaches: [String] = []
        while let row = try reader.next() {
            let made = CoachRecipe(addsSchools: true).form(
                of: row, columns, ResolveReferences.Resolved(), in: PlainZone())
            do {
                let coach = try made.row.form.validated()
                let facts = [
                    coach.firstName, coach.lastName, coach.role?.rawValue, coach.email,
                    coach.phone, columns.value("school", in: row.fields), coach.notes,
                ]
                coaches.append(facts.map { $0 ?? "" }.joined(separator: "|"))
            } catch { coaches.append("\(row.line): \(error.errors.keys.sorted())") }
        }
        return coaches
    }

    @Test func addressBooks() throws {
        let pat = "Pat|Sample|head|pat.sample@duke.example"
        #expect(
            try coaches(FamilyFile(named: "google-new.csv")) == [
                "\(pat)|+1 919-555-0100|Duke University|met at camp",
                "Lee J|Park Jr.|recruiting|lee.park@elon.example|(336) 555-0100|Elon University|"
                    + "Title: Assistant Baseball Coach / Recruiting Coordinator\n"
                    + "E-mail (work): lp@elon.example\nPhone (work): (336) 555-0199",
            ])
        #expect(
            try coaches(FamilyFile(named: "google-old.csv"))
                == ["\(pat)|+1 919-555-0100|Duke University|met at camp"])
        #expect(
            try coaches(FamilyFile(named: "outlook.csv"))
                == ["\(pat)|919-555-0100|Duke University|met at camp"])
        #expect(
            try coaches(FamilyFile(named: "contacts.vcf"))
                == ["Pat|Sample||pat@duke.example||Duke University|"])
        let phone = """
            BEGIN:VCARD
            VERSION:2.1
            N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:N=C3=BA=C3=B1ez;Jos=C3=A9;;;
            TEL;CELL:336-555-0100
            ORG:Elon University
            TITLE:Head Coach
            END:VCARD

            """
        #expect(
            try coaches(FamilyFile(phone)) == ["José|Núñez|head||336-555-0100|Elon University|"])
        let network = """
            Notes:
            "Some of your connections may be missing."

            First Name,Last Name,URL,Email Address,Company,Position,Connected On
            Pat,Sample,https://x.example/in/pat,pat@duke.example,Duke University,,03 Feb 2026

            """
        #expect(
            try coaches(FamilyFile(network))[0].hasPrefix("Pat|Sample||pat@duke.example||Duke Un"))
    }

    @Test func namesAndAddressesOfCoaches() throws {
        #expect(
            try coaches(FamilyFile(named: "coaches.csv")).map { $0.split(separator: "|").prefix(2) }
                == [
                    ["Bob", "Smith"], ["Robert", "Jones Jr."], ["Carl", "Ripkin Jr."],
                    ["Ray", "Miller"], ["Juan", "de la Cruz"], ["Mary Beth", "Van Dyke"],
                    ["8: [\"first_name\"]"], ["Pat", "O’Brien"],
                ])
        let words = ["one", "two", "three", "four", "five", "six"]
        let stored = try coaches(FamilyFile(named: "store.csv"))
        #expect(
            stored.map { $0.split(separator: "|")[3] } == words.map { "pat.\($0)@duke.example" })
    }
}
