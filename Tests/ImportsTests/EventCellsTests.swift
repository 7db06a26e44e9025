import Contracts
import Testing

@testable import Imports

/// What families write about events.
@Suite struct EventCellsTests {
    private func read(
        _ cells: KeyValuePairs<String, String>
    ) throws -> (form: EventForm, errors: [String: String]) {
        let writer = CSVWriter(guardsFormulas: false)
        let header = ["name"] + cells.map(\.key)
        var bytes = [UInt8](writer.line(["Summer"] + cells.map(\.value)).utf8)
        var reader = CSVReader {
            defer { bytes = [] }
            return bytes
        }
        let row = try #require(try reader.next())
        let columns = try ImportColumns(header: header, kind: .events, mapped: [])
        let made = EventRecipe().form(
            of: row, columns, ResolveReferences.Resolved(schoolID: nil), in: PlainZone())
        return (made.row.form, made.errors)
    }

    @Test(arguments: [
        ("June 6-8, 2026", "2026-06-06", "2026-06-08"),
        ("6/6-6/8/26", "2026-06-06", "2026-06-08"),
        ("Jun 6\u{2013}8, 2026", "2026-06-06", "2026-06-08"),
        ("Dec 30 to Jan 2, 2027", "2026-12-30", "2027-01-02"),
        ("June 6, 2026", "2026-06-06", nil), ("2026-06-06 00:00:00", "2026-06-06", nil),
    ])
    func aCellMayHaveTheFirstAndTheLastDay(text: String, first: String, last: String?) throws {
        let (form, errors) = try read(["type": "camp", "date": text])
        #expect(form.startDate.value == first)
        #expect(form.endDate.value == last)
        #expect(form.startTime.value == nil)
        #expect(errors.isEmpty)
    }

    @Test(arguments: [
        ("9am-3pm", "09:00", "15:00"), ("9:00 to 11:30 AM", "09:00", "11:30"),
        ("8pm - 1am", "20:00", "01:00"), ("9am", "09:00", nil),
    ])
    func aCellMayHaveTheStartAndTheEnd(text: String, start: String, end: String?) throws {
        let (form, errors) = try read(["type": "camp", "date": "2026-06-06", "time": text])
        #expect(form.startTime.value == start)
        #expect(form.endTime.value == end)
        #expect(errors.isEmpty)
        #expect(throws: Never.self) { try form.validated() }
    }

    @Test func anEndInItsOwnColumnMustBeTheSame() throws {
        let (form, errors) = try read([
            "type": "camp", "date": "June 6-8, 2026", "end": "6/8/2026", "time": "9am-3pm",
            "end time": "4pm",
        ])
        #expect(form.endDate.value == "2026-06-08")
        #expect(Array(errors.keys) == ["end_time"])
    }

    @Test func aTimeBehindTheDayIsTheStart() throws {
        let (form, _) = try read(["type": "camp", "date": "6/6/2026 9:00 AM"])
        #expect(form.startDate.value == "2026-06-06")
        #expect(form.startTime.value == "09:00")
    }

    @Test(
        arguments: [
            ("Free", 0.0), ("no cost", 0), ("$75", 75), ("TBD", nil), ("TBA", nil), ("?", nil),
        ]
            as [(String, Double?)])
    func costsAreRead(text: String, cost: Double?) throws {
        let (form, errors) = try read(["type": "camp", "date": "2026-06-06", "cost": text])
        #expect(form.cost.value == cost)
        #expect(errors.isEmpty)
    }

    @Test(arguments: ["TBD", "TBA", "?", "to be announced"])
    func whatIsNotKnownYetIsLeftOut(text: String) throws {
        let (form, errors) = try read([
            "type": "camp", "date": "2026-06-06", "end": text, "time": text, "end time": text,
            "check in": text,
        ])
        #expect(form.endDate.value == nil && form.startTime.value == nil)
        #expect(form.endTime.value == nil && form.checkinTime.value == nil)
        #expect(errors.isEmpty)
        #expect(throws: Never.self) { try form.validated() }
    }

    @Test(arguments: [
        ("Tournament", "showcase", "Type in the file: Tournament"),
        ("ID Camp", "camp", "Type in the file: ID Camp"),
        ("Prospect Day", "camp", "Type in the file: Prospect Day"),
        ("Showcase", "showcase", nil), ("Official", "official_visit", nil),
        ("CAMP", "camp", nil), ("Picnic", "Picnic", nil),
    ])
    func typesAreMappedAndSaid(text: String, type: String, note: String?) throws {
        let (form, _) = try read(["type": text, "date": "2026-06-06"])
        #expect(form.type.value == type)
        #expect(form.description.value == note)
        let described = try read(["type": text, "date": "2026-06-06", "description": "Bring a bat"])
        #expect(described.form.description.value == "Bring a bat")
    }
}
