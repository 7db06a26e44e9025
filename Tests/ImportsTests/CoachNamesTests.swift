import Contracts
import Support
import Testing

@testable import Imports

/// Names of coaches in files, as families write them.
@Suite struct CoachNamesTests {
    private func rows(
        _ csv: String, updates: Bool = false
    ) throws -> [(row: CoachImportRow, errors: [String: String])] {
        var reader = CSVReader(Array(csv.utf8))
        let header = try #require(try reader.next()).fields
        let columns = try ImportColumns(header: header, kind: .coaches, mapped: [])
        let recipe = CoachRecipe(addsSchools: false, updates: updates)
        let found = ResolveReferences.Resolved()
        return try reader.rest().map { recipe.form(of: $0, columns, found, in: PlainZone()) }
    }

    @Test func fullNamesAreReadAsPeopleWriteThem() throws {
        let rows = try rows(
            """
            Name,School,Role
            "Smith, Bob",Duke University,head
            Robert Jones Jr.,Duke University,assistant
            "Carl Ripkin, Jr.",Duke University,assistant
            Coach Ray Miller,Duke University,assistant
            Juan de la Cruz,Duke University,assistant
            Mary Beth Van Dyke,Duke University,assistant
            "O’Brien, Pat (interim)",Duke University,assistant
            "Poe, Ann",Duke University,Head Baseball Coach
            Kim Oh - pitching coach,Duke University,
            """)
        let read = rows.map { [$0.row.form.firstName.value, $0.row.form.lastName.value] }
        #expect(
            read == [
                ["Bob", "Smith"], ["Robert", "Jones Jr."], ["Carl", "Ripkin Jr."],
                ["Ray", "Miller"], ["Juan", "de la Cruz"], ["Mary Beth", "Van Dyke"],
                ["Pat", "O’Brien"], ["Ann", "Poe"], ["Kim", "Oh"],
            ])
        #expect(rows.allSatisfy { $0.errors.isEmpty })
        #expect(rows[6].row.form.notes.value == "Title: interim")
        #expect(rows[6].row.form.role.value == "assistant")
        #expect(rows[7].row.form.role.value == "head")
        #expect(rows[7].row.form.notes.value == "Title: Head Baseball Coach")
        #expect(rows[8].row.form.role.value == "assistant")
        #expect(rows[8].row.form.notes.value == "Title: pitching coach")
        for row in rows { _ = try row.row.form.validated() }
    }

    @Test(arguments: [
        ("Miller", PersonName.firstNameRefusal), ("Pat and Lee", PersonName.refusal),
        ("Coach", PersonName.refusal),
    ]) func aNameThatIsNotCertainStopsItsRow(name: String, error: String) throws {
        #expect(try rows("Name,Role\n\(name),head").map(\.errors) == [["name": error]])
    }

    // An update must not change notes for a title, and columns of their own stay as they are.
    @Test func whatHasColumnsOfItsOwnStaysAsWritten() throws {
        let rows = try rows(
            "First name,Last name,Name,Role,Notes\nJuan,Garcia Lopez,Juan Lopez (HC),head,Hi",
            updates: true)
        let form = try #require(rows.first).row.form
        #expect([form.firstName.value, form.lastName.value] == ["Juan", "Garcia Lopez"])
        #expect(form.notes.value == "Hi")
    }

    private func logged(_ csv: String) throws -> [LogRow] {
        var reader = CSVReader(Array(csv.utf8))
        let header = try #require(try reader.next()).fields
        let columns = try ImportColumns(header: header, kind: .log, mapped: [])
        return try reader.rest().map { LogRow($0, columns, LogDefaults(), in: PlainZone()) }
    }

    @Test func logsNameTheSamePeople() throws {
        let rows = try logged(
            """
            Date,School,Coach,Notes
            2026-01-01,Duke University,"Smith, Bob",a
            2026-01-02,Duke University,Robert Jones Jr.,b
            2026-01-03,Duke University,"Carl Ripkin, Jr.",c
            2026-01-05,Duke University,Coach Ray Miller,e
            2026-01-06,Duke University,Juan de la Cruz,f
            2026-01-08,Duke University,Robert Jones,h
            2026-01-09,Duke University,"Jones Jr., Robert",i
            2026-01-10,Duke University,Mr. Ted Fay,j
            2026-01-11,Duke University,"Ann Poe, RC",k
            2026-01-12,Duke University,"Kim Oh - pitching coach",l
            2026-01-13,Duke University,Ray Miller (HC),m
            """)
        #expect(
            rows.map(\.coach) == [
                .named(first: "Bob", last: "Smith"), .named(first: "Robert", last: "Jones Jr."),
                .named(first: "Carl", last: "Ripkin Jr."), .named(first: "Ray", last: "Miller"),
                .named(first: "Juan", last: "de la Cruz"), .named(first: "Robert", last: "Jones"),
                .named(first: "Robert", last: "Jones Jr."), .named(first: "Ted", last: "Fay"),
                .named(first: "Ann", last: "Poe"), .named(first: "Kim", last: "Oh"),
                .named(first: "Ray", last: "Miller"),
            ])
        let plan = LogPlan(rows, try columns(), schools: [], coaches: [])
        #expect(
            plan.newCoaches.map(\.name) == [
                "Bob Smith", "Robert Jones Jr.", "Carl Ripkin Jr.", "Ray Miller",
                "Juan de la Cruz", "Robert Jones", "Ted Fay", "Ann Poe", "Kim Oh",
            ])
        let roles = plan.newCoaches.map(\.form.role.value)
        #expect(roles[3] == "head" && roles[7] == "recruiting" && roles[8] == "assistant")
    }

    private func columns() throws -> ImportColumns {
        try ImportColumns(header: ["Date", "School", "Coach", "Notes"], kind: .log, mapped: [])
    }

    @Test func columnsOfALogSayWhereTheLastNameBegins() throws {
        let rows = try logged(
            """
            Date,School,First name,Last name
            2026-01-01,Duke,Coach Juan,Garcia Lopez
            2026-01-02,Duke,,Miller
            2026-01-03,Duke,Pat & Lee,Doe
            """)
        #expect(
            rows.map(\.coach) == [
                .named(first: "Juan", last: "Garcia Lopez"), .lastName("Miller"),
                .other("Pat & Lee Doe"),
            ])
    }
}
