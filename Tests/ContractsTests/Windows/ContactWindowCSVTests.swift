import Testing

@testable import Contracts

@Suite struct ContactWindowCSVTests {
    private static let header =
        "division,types,direction,kind,first_day,last_day,note,source,checked_on"

    private func read(_ rows: String...) throws(ServiceError) -> [ContactWindow] {
        try ImportContactWindows.Request(
            csv: ([Self.header] + rows).joined(separator: "\n")
        ).validated()
    }

    private func errors(_ body: () throws -> [ContactWindow]) -> [String: String] {
        (#expect(throws: ServiceError.self) { _ = try body() })?.errors ?? [:]
    }

    // N-53
    @Test func aFileIsReadAsPeopleWriteIt() throws {
        let windows = try read(
            "d1,Phone Call; text,Inbound,Closed,2026-04-01,2026-04-09,A note,"
                + "https://a.example,2026-03-01",
            ",,,open,2026-05-01,,,By phone,2026-03-01")
        #expect(windows.count == 2)
        #expect(windows[0].division == .d1 && windows[0].types == [.phoneCall, .text])
        #expect(windows[0].direction == .inbound && windows[0].kind == .closed)
        #expect(windows[0].lastDay?.text == "2026-04-09" && windows[0].note == "A note")
        #expect(windows[1].division == nil && windows[1].types == [])
        #expect(windows[1].direction == nil && windows[1].lastDay == nil)
        #expect(windows[1].note == nil && windows[1].source == "By phone")
    }

    // N-53, N-64: words and days are read as in imports.
    @Test func wordsAndDaysAreThoseOfImports() throws {
        let window = try read(
            "Division I,Call;SMS,incoming,CLOSED,4/1/2026,\"Apr 9, 2026\",,x,3/1/2026")[0]
        #expect(window.division == .d1 && window.types == [.phoneCall, .text])
        #expect(window.direction == .inbound && window.kind == .closed)
        #expect(window.firstDay.text == "2026-04-01" && window.lastDay?.text == "2026-04-09")
        #expect(window.checkedOn.text == "2026-03-01")
    }

    // N-53: columns in any order; those that may be left out are.
    @Test func columnsComeInAnyOrder() throws {
        let windows = try ImportContactWindows.Request(
            csv: "Checked On;source;FIRST_DAY;kind\n2026-03-01;x;2026-04-01;closed\n"
        ).validated()
        #expect(windows.map(\.checkedOn.text) == ["2026-03-01"])
    }

    // N-53: all problems of all lines, with their columns.
    @Test func everyProblemIsNamed() throws {
        let found = errors {
            try read(
                "D4,fax,sideways,maybe,2026-02-30,2026-04-01,,,tomorrow",
                ",,,closed,2026-04-02,2026-04-01,,x,2026-03-01")
        }
        #expect(
            Set(found.keys) == [
                "2.division", "2.types", "2.direction", "2.kind", "2.first_day", "2.source",
                "2.checked_on", "3.last_day",
            ])
        #expect(found["3.last_day"] == "The last day is before the first day")
        let problems = ContactWindowProblem.all(in: found)
        #expect(problems.first?.line == 2 && problems.last?.line == 3)
        #expect(
            problems.last?.sentence
                == "Line 3, last_day: The last day is before the first day")
        #expect(ContactWindowProblem.all(in: ["csv": "x"]).isEmpty)
    }

    // N-53
    @Test func theHeaderIsChecked() throws {
        func errors(_ csv: String) -> [String: String] {
            self.errors { try ImportContactWindows.Request(csv: csv).validated() }
        }
        #expect(errors("")["1.csv"] == ContactWindowCSV.emptyFile)
        #expect(errors(Self.header + "\n")["1.csv"] == ContactWindowCSV.noRows)
        #expect(
            Set(errors("kind,weather\nopen,x").keys) == [
                "1.csv", "1.first_day", "1.source", "1.checked_on",
            ])
        #expect(errors("kind,\(Self.header)\n")["1.kind"] == "The column stands there twice")
        #expect(errors("\"a\n").keys.contains("1.csv"))
        var missing = ImportContactWindows.Request(csv: "")
        missing.csv = FormField(nil)
        let absent = missing
        #expect(self.errors { try absent.validated() } == ["csv": "Please choose a file"])
    }

    private static func row(note: String = "", source: String = "x") -> String {
        ",,,closed,2026-04-01,2026-04-01,\(note),\(source),2026-03-01"
    }

    // N-53: each limit, and one past it.
    @Test func limitsHold() throws {
        typealias Limit = ContactWindowLimit
        let note = String(repeating: "é", count: Limit.noteMax)
        let source = String(repeating: "s", count: Limit.sourceMax)
        #expect(try read(Self.row(note: note, source: source))[0].note == note)
        #expect(errors { try read(Self.row(note: note + "é")) }.keys.contains("2.note"))
        #expect(errors { try read(Self.row(source: source + "s")) }.keys.contains("2.source"))
        let rows = Array(repeating: Self.row(), count: Limit.rowsMax)
        func csv(_ rows: [String]) -> ImportContactWindows.Request {
            .init(csv: ([Self.header] + rows).joined(separator: "\n"))
        }
        #expect(try csv(rows).validated().count == Limit.rowsMax)
        #expect(
            errors { try csv(rows + [Self.row()]).validated() }
                == ["\(Limit.rowsMax + 2).csv": ContactWindowCSV.tooManyRows])
        let text = csv([Self.row()]).csv.value ?? ""
        let filler = String(repeating: "\n", count: Limit.csvBytesMax - text.utf8.count)
        #expect(try ImportContactWindows.Request(csv: text + filler).validated().count == 1)
        let over = ImportContactWindows.Request(csv: text + filler + "\n")
        #expect(errors { try over.validated() }.keys.contains("csv"))
    }

    // N-53: a file with many problems names the first ones.
    @Test func problemsAreLimited() throws {
        let most = ContactWindowLimit.problemsMax
        func found(_ count: Int) -> Int {
            errors {
                try ImportContactWindows.Request(
                    csv: ([Self.header]
                        + Array(repeating: ",,,x,2026-04-01,,,x,2026-03-01", count: count))
                        .joined(separator: "\n")
                ).validated()
            }.count
        }
        #expect(found(most) == most && found(most + 1) == most)
    }

    // N-53: the template is a file that can be read, and plainly an example.
    @Test func theTemplateIsAnExample() throws {
        let windows = try ImportContactWindows.Request(csv: ContactWindowCSV.template).validated()
        #expect(windows.map(\.firstDay.year) == [2099])
        #expect(windows[0].source.contains("example.com"))
    }

    // N-53: texts are plain.
    @Test func markupIsRemoved() throws {
        #expect(try read(Self.row(note: "<b>Dead</b> period"))[0].note == "Dead period")
        #expect(errors { try read(Self.row(source: "<b></b>")) }.keys.contains("2.source"))
    }
}
