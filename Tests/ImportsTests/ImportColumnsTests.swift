import Contracts
import Foundation
import Testing

@testable import Imports

/// A zone without an offset.
struct PlainZone: CivilZone {
    func instant(of day: CivilDay, at time: LocalTime) -> Instant? {
        Instant(text: "\(day.text)T\(time.text):00Z")
    }

    func moment(of instant: Instant) -> (day: CivilDay, time: LocalTime)? {
        WallClock.moment(of: instant, in: .gmt)
    }
}

@Suite struct ImportColumnsTests {
    private func columns(
        _ header: String, _ kind: ImportKind, _ mapped: String...
    ) throws -> ImportColumns {
        try ImportColumns(
            header: header.split(separator: ",", omittingEmptySubsequences: false).map(String.init),
            kind: kind, mapped: mapped)
    }

    private func fields(_ columns: ImportColumns, _ row: [String]) -> [String: String] {
        columns.positions.keys.reduce(into: [:]) { $0[$1] = columns.value($1, in: row) }
    }

    // DOMAIN, Exports: what `interactions list -o csv` writes.
    @Test func exportsAreUnderstood() throws {
        let found = try columns(
            "Date,Type,Direction,School,Coach,Subject,Content,Sentiment", .interactions)
        #expect(found.ignored.isEmpty)
        #expect(
            fields(found, ["d", "t", "i", "s", "c", "u", "n", "e"])
                == [
                    "occurred_at": "d", "type": "t", "direction": "i", "school": "s", "coach": "c",
                    "subject": "u", "content": "n", "sentiment": "e",
                ])
        let coaches = try columns(
            "First Name,Last Name,Role,School,Email,Phone,Twitter,Instagram,"
                + "Responsiveness Score,Last Contact Date,Notes", .coaches)
        #expect(coaches.ignored.isEmpty)
    }

    @Test func caseBlanksAndUnderscoresDoNotMatter() throws {
        let found = try columns(" FIRST_name ,Last  Name,E-Mail,CELL phone", .coaches)
        #expect(
            fields(found, ["Ann", "Lee", "a@b.example", "1"])
                == ["first_name": "Ann", "last_name": "Lee", "email": "a@b.example", "phone": "1"])
    }

    @Test func theExactNameGoesBeforeOtherWordsForIt() throws {
        let found = try columns("School,Name,Notes,Comments", .schools)
        #expect(found.value("name", in: ["s", "n", "a", "b"]) == "n")
        #expect(found.ignored == ["School", "Comments"])
    }

    /// Only what a person changed is assigned, unless a field would then be guessed elsewhere.
    @Test func theAssignmentsReadAHeaderTheSameWay() throws {
        #expect(try columns("School,Notes", .schools).assignments == [])
        #expect(try columns("School,Notes", .schools, "School=name").assignments == [])
        let changed = try columns("School,Mood,Notes", .schools, "Mood=notes", "Notes=")
        #expect(changed.assignments == ["Mood=notes", "Notes="])
        let ignored = try columns("School,Notes,Comments", .schools, "Notes=", "Comments=")
        #expect(ignored.assignments == ["School=name", "Notes=", "Comments="])
        for found in [changed, ignored] {
            let again = try ImportColumns(
                header: found.header, kind: .schools, mapped: found.assignments)
            #expect(again.positions == found.positions)
        }
    }

    @Test func aMappingGoesBeforeEveryGuess() throws {
        let found = try columns(
            "School,Alias,Notes,Div", .schools, "alias=name", "Notes=", "Div=division")
        #expect(found.value("name", in: ["s", "a", "n", "D1"]) == "a")
        #expect(found.value("notes", in: ["s", "a", "n", "D1"]) == nil)
        #expect(found.ignored == ["School"])
    }

    @Test(arguments: [
        ("City", "schools", [], "name or catalogue_id", "name"),
        ("First", "coaches", [], "last_name or name", "last_name"),
        ("Type,Date,School", "interactions", [], "direction", "direction"),
        ("Type,Date,Direction", "interactions", [], "coach_key", "school"),
        ("Name", "schools", ["Nome=name"], "no column \"Nome\"", "map"),
        ("Name", "schools", ["Name=nom"], "no field \"nom\"", "map"),
        ("A,B", "schools", ["A=name", "B=name"], "Two columns are assigned to \"name\"", "map"),
        ("Name", "schools", ["Name"], "COLUMN=FIELD", "map"),
    ])
    func whatIsMissingIsNamed(
        header: String, kind: String, mapped: [String], text: String, field: String
    ) throws {
        let problem = try problem(header, #require(ImportKind(rawValue: kind)), mapped)
        #expect(problem?.message.contains(text) == true)
        #expect(problem?.field == field && problem?.code == .validationFailed)
    }

    /// Pages call fields what their forms call them.
    @Test(arguments: [
        ("Type,Direction,School", "interactions", [], "The file has no column for “Date and time”"),
        ("First", "coaches", [], "The file has no column for “Last name” or “Full name”"),
        (
            "A,B", "interactions", ["A=occurred_at", "B=occurred_at"],
            "Two columns are assigned to “Date and time”"
        ),
        ("Name", "schools", ["Nome=name"], "The file has no column \"Nome\""),
    ])
    func whatIsMissingIsCalledByItsLabel(
        header: String, kind: String, mapped: [String], text: String
    ) throws {
        let kind = try #require(ImportKind(rawValue: kind))
        #expect(problem(header, kind, mapped)?.message(for: kind) == text)
    }

    // N-169
    @Test func anUpdateNeedsNoColumnBesideTheIds() throws {
        let columns = try ImportColumns(header: ["id", "email"], kind: .coaches, mapped: [])
        try columns.requireAll(updating: true)
        #expect(throws: ImportProblem.self) { try columns.requireAll() }
        let without = try ImportColumns(header: ["email"], kind: .coaches, mapped: [])
        #expect(throws: ImportProblem.self) { try without.requireAll(updating: true) }
    }

    private func problem(
        _ header: String, _ kind: ImportKind, _ mapped: [String]
    ) -> ImportProblem? {
        #expect(throws: ImportProblem.self) {
            try ImportColumns(
                header: header.split(separator: ",").map(String.init), kind: kind, mapped: mapped
            ).requireAll()
        }
    }

    // What the writer guards against formulas is read as it was.
    @Test func theGuardOfAnExportIsTakenOff() throws {
        let found = try columns("name,notes", .schools)
        #expect(found.value("notes", in: ["x", "'=1+1"]) == "=1+1")
        #expect(found.value("notes", in: ["x", "'@handle"]) == "@handle")
        #expect(found.value("notes", in: ["x", "'tis"]) == "'tis")
    }

    // N-65
    @Test func wordsOfOnesOwnAreNamed() throws {
        let found = try ImportColumns(
            header: ["Type", "Notes"], kind: .interactions, mapped: [],
            values: ["type:Rang up=phone_call", "type:n.a.=", "content:a=b=c"])
        func value(_ field: String, _ text: String) -> String? {
            found.value(field, in: [text, text])
        }
        #expect(value("type", "rang-UP") == "phone_call")
        #expect(value("type", "N.A.") == nil)
        #expect(value("type", "Rang") == "Rang")
        #expect(value("content", "Rang up") == "Rang up")
        #expect(value("content", "a=b") == "c")
    }

    // N-65
    @Test(arguments: [
        "type", "type:=phone_call", "type:!=phone_call", "mood:a=b", ":a=b", "type=a:b",
    ])
    func aWordThatIsNotAssignedIsRefused(text: String) {
        let problem = #expect(throws: ImportProblem.self) {
            try ImportColumns(
                header: ["Type"], kind: .interactions, mapped: [], values: [text])
        }
        #expect(problem?.field == ImportProblem.values)
    }

    @Test(arguments: [
        ("2026-02-03T14:15:00Z", "2026-02-03T14:15:00.000Z"),
        ("2026-02-03T14:15:00.250+02:00", "2026-02-03T12:15:00.250Z"),
        ("2026-02-03 14:15", "2026-02-03T14:15:00.000Z"),
        ("2026-02-03T9:05", "2026-02-03T09:05:00.000Z"),
        ("2026-02-03", "2026-02-03T00:00:00.000Z"),
        ("2/3/2026", "2026-02-03T00:00:00.000Z"),
        ("02/03/2026 12:00 AM", "2026-02-03T00:00:00.000Z"),
        ("2/3/2026 12:30pm", "2026-02-03T12:30:00.000Z"),
        ("Feb 3, 2026, 2:15 PM", "2026-02-03T14:15:00.000Z"),
        ("february 13 2026", "2026-02-13T00:00:00.000Z"),
        ("2/3/26 2pm", "2026-02-03T14:00:00.000Z"),
    ])
    func timesAreReadAsPeopleWriteThem(text: String, expected: String) {
        #expect(ImportTime.instant(text, in: PlainZone())?.text == expected)
    }

    @Test(arguments: [
        "", "now", "30d", "soon", "2/3", "10-11-12", "fri", "13/13/2026", "2026-02-30",
        "2026-02-03 25:00",
        "2026-02-03 13:00 PM", "2/3/2026 2:15 XM", "Feb 30, 2026", "2026-02-03 1:2:3:4", "/",
        "Feb", "2026-02-03 ٣:00",
    ])
    func whatIsNoTimeIsNone(text: String) {
        #expect(ImportTime.instant(text, in: PlainZone()) == nil)
    }

    @Test(arguments: [
        ("2026-02-03", "2026-02-03"), ("2/3/2026", "2026-02-03"), ("Feb 3, 2026", "2026-02-03"),
        ("2026-02-30", nil), ("2026-02-03 14:15", nil), ("", nil), ("tomorrow", nil),
    ])
    func daysAreRead(text: String, day: String?) {
        #expect(ImportTime.day(text) == day)
    }

    /// What people read names a field as the pages do.
    @Test(arguments: ImportKind.allCases) func adviceBeginsWithTheLabelOfTheField(kind: ImportKind)
    {
        let advised = kind.fields.filter { kind.advice(on: $0.name) != nil }
        for field in advised {
            #expect(kind.advice(on: field.name)?.hasPrefix(field.label + " ") == true)
        }
        if kind == .interactions {
            #expect(advised.map(\.name) == ["type", "direction", "occurred_at", "sentiment"])
        }
    }
}
