import Testing

@testable import Contracts

@Suite("kept imports: the form")
struct KeptImportTests {
    private static let header = "date,coach\n"

    private static func request(
        name: String = "contacts.csv", rows: String = header + "soon,Avery Quill\n",
        count: Int = 1, answers: [String] = []
    ) -> KeepImport.Request {
        KeepImport.Request(name: name, rows: rows, rowCount: count, answers: answers)
    }

    private static func errors(_ request: KeepImport.Request) -> [String: String] {
        do throws(ServiceError) {
            _ = try request.validated()
            return [:]
        } catch {
            #expect(error.code == .validationFailed)
            return error.errors
        }
    }

    private static func errors(json: String) throws -> [String: String] {
        errors(
            try JSONCoding.decodeResponse(KeepImport.Request.self, from: Array(json.utf8)))
    }

    @Test func aFormIsReadAsItWasSent() throws {
        let id = KeptImportID.random()
        let rows = "date;coach\r\n\"12/3\nor 3/12\";Avery Quill\r\n"
        let form = KeepImport.Request(
            id: id, name: " log.csv ", rows: rows, rowCount: 1, answers: ["date=day first", ""])
        let input = try form.validated()
        #expect(input.id == id && input.name == "log.csv" && input.rows == rows)
        #expect(input.rowCount == 1 && input.answers == ["date=day first", ""])
        #expect(try Self.request().validated().id == nil)
    }

    @Test func rowsOfEachKindCanWait() throws {
        for kind in ImportKind.allCases {
            let form = KeepImport.Request(kind: kind, name: "a", rows: "b\nc", rowCount: 1)
            #expect(try form.validated().kind == kind)
        }
        var form = Self.request()
        form.kind = FormField(nil)
        #expect(try form.validated().kind == .log)
        form.kind = FormField("offers")
        #expect(Self.errors(form) == ["kind": KeepImport.Refusal.kind])
    }

    @Test func theLengthOfTheNameIsLimited() {
        let longest = String(repeating: "n", count: KeptImportLimit.nameLength.upperBound)
        #expect(Self.errors(Self.request(name: longest)) == [:])
        for name in [longest + "n", "", "  "] {
            #expect(Self.errors(Self.request(name: name)) == ["name": KeepImport.Refusal.name])
        }
    }

    @Test func theSizeOfTheRowsIsLimited() {
        let line = Self.header + "soon,"
        let room = KeptImportLimit.rowsBytesMax - line.utf8.count
        // Two bytes each: bytes count, not characters.
        let text = String(repeating: "é", count: room / 2) + (room % 2 == 0 ? "" : "e")
        #expect((line + text).utf8.count == KeptImportLimit.rowsBytesMax)
        #expect(Self.errors(Self.request(rows: line + text)) == [:])
        #expect(
            Self.errors(Self.request(rows: line + text + "e"))
                == ["rows": KeepImport.Refusal.rowsTooLarge])
    }

    @Test func theNumberOfRowsIsLimited() {
        func rows(_ count: Int) -> KeepImport.Request {
            Self.request(rows: "coach\n" + String(repeating: "x\n", count: count), count: count)
        }
        let most = KeptImportLimit.rowCount.upperBound
        #expect(Self.errors(rows(1)) == [:])
        #expect(Self.errors(rows(most)) == [:])
        #expect(Self.errors(rows(most + 1)) == ["row_count": KeepImport.Refusal.rowCount])
        #expect(
            Self.errors(rows(0)) == [
                "row_count": KeepImport.Refusal.rowCount, "rows": KeepImport.Refusal.noRows,
            ])
    }

    @Test func theNumberOfRowsMustBeRight() {
        let two = Self.header + "soon,Avery Quill\nlater,Blake Moss\n"
        #expect(Self.errors(Self.request(rows: two, count: 2)) == [:])
        for count in [1, 3] {
            #expect(
                Self.errors(Self.request(rows: two, count: count))
                    == ["row_count": KeepImport.Refusal.otherCount(2)])
        }
        // Rows without a value are no rows.
        #expect(Self.errors(Self.request(rows: two + ",\n\n", count: 2)) == [:])
    }

    @Test(arguments: ["", "\n\n", "date,coach\n", "date,coach\n,\n"])
    func rowsAreNeeded(rows: String) {
        #expect(Self.errors(Self.request(rows: rows)) == ["rows": KeepImport.Refusal.noRows])
    }

    @Test func rowsMustBeReadable() throws {
        let broken = Self.errors(Self.request(rows: Self.header + "\"soon,Avery Quill\n"))
        #expect(broken["rows"]?.contains("comma-separated values: line 2") == true, "\(broken)")
        let wide = String(repeating: "a,", count: CSVLimit.columnsMax) + "a\n"
        #expect(Self.errors(Self.request(rows: wide + wide)).keys.contains("rows"))
    }

    @Test func answersAreLimited() {
        let longest = String(repeating: "a", count: KeptImportLimit.answerMax)
        let most = Array(repeating: longest, count: KeptImportLimit.answersMax)
        let marks = "a" + String(repeating: "\u{301}", count: KeptImportLimit.answerMax * 32)
        #expect(Self.errors(Self.request(answers: most)) == [:])
        for answers in [most + ["a"], [longest + "a"], [marks]] {
            #expect(
                Self.errors(Self.request(answers: answers))
                    == ["answers": KeepImport.Refusal.answers])
        }
    }

    @Test func valuesOfOtherKindsAreRefusedAtTheirField() throws {
        let found = try Self.errors(
            json: #"{"id":7,"name":1,"rows":[],"row_count":"one","answers":"none"}"#)
        #expect(found.keys.sorted() == ["answers", "id", "name", "row_count", "rows"])
        #expect(try Self.errors(json: "{}").keys.sorted() == ["name", "row_count", "rows"])
        let noID = #"{"id":"x","name":"a","rows":"a\nb","row_count":1}"#
        #expect(try Self.errors(json: noID) == ["id": KeepImport.Refusal.id])
    }
}
