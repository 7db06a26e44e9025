import Testing

@testable import Contracts

@Suite struct ImportedRowTests {
    // N-101: what becomes of a row, in words.
    @Test func aRowIsTold() {
        let phone = FieldChange(field: "phone", before: nil, after: "(919) 555-0100")
        let startDate = FieldChange(field: "start_date", before: "2026-02-03", after: nil)
        #expect(ImportedRow(line: 2, fate: .added, name: "Ann Lee").summary == "adds Ann Lee")
        let updated = ImportedRow(
            line: 2, fate: .updated, name: "Ann Lee", changes: [phone, startDate])
        #expect(
            updated.summary
                == "changes Ann Lee: phone none → (919) 555-0100; start date 2026-02-03 → none")
        #expect(
            ImportedRow(line: 2, fate: .unchanged, name: "Ann Lee").summary
                == "Ann Lee has these values already")
        #expect(
            ImportedRow(line: 2, fate: .skipped, reason: "The same coach as line 1").summary
                == "skipped: The same coach as line 1")
    }

    @Test func longValuesAreShortened() {
        let change = FieldChange(field: "notes", before: "abcd", after: "abcde")
        #expect(
            change.shortened(to: 4)
                == FieldChange(field: "notes", before: "abcd", after: "abc…"))
        #expect(change.shortened(to: 5) == change)
    }

    // N-100: the choice is refused where rows have nothing by which they are recognized.
    @Test func onlyKindsThatUpdateTakeTheChoice() {
        func errors<Row: ImportRow>(_ rows: [Row]) -> [String: String] {
            do {
                _ = try ImportBatch(importID: nil, number: 1, rows: rows, update: true).validated()
                return [:]
            } catch { return error.errors }
        }
        let contact = InteractionImportRow(line: 2, form: CreateInteraction.Request())
        #expect(
            errors([contact]) == ["update": "Each row of interactions is a record of its own"])
        #expect(errors([SchoolImportRow(line: 2, form: SchoolForm(name: "Duke"))]) == [:])
    }

    // ImportLimit.batchRowsMax and one more, with the rows that were refused before.
    @Test func aBatchHasAtMostSoManyLines() {
        func errors(_ rows: Range<Int>, _ refused: Range<Int>, error: String? = "No") -> [String] {
            let batch = ImportBatch(
                importID: nil, number: 1,
                rows: rows.map { SchoolImportRow(line: $0, form: SchoolForm(name: "Duke")) },
                refused: refused.map {
                    RefusedRow(line: $0, errors: error.map { ["row": $0] } ?? [:])
                })
            do {
                _ = try batch.validated()
                return []
            } catch { return error.errors.keys.sorted() }
        }
        let max = ImportLimit.batchRowsMax
        #expect(errors(2..<(2 + max), 2..<2) == [])
        #expect(errors(2..<2, 2..<(2 + max)) == [])
        #expect(errors(2..<(2 + max), 2..<(2 + max)) == [])
        #expect(errors(2..<(2 + max), 1..<2) == ["rows"])
        #expect(errors(2..<2, 1..<(2 + max)) == ["rows"])
        #expect(errors(2..<2, 2..<2) == ["rows"])
        #expect(errors(2..<3, 2..<3, error: nil) == ["refused"])
    }

    // N-103: only the fields that an import changes are taken, and all of them are given back.
    @Test func fieldsAreTakenFromAnotherVersion() throws {
        let old = School(
            id: SchoolID(high: 1, low: 1), familyUnitID: .zero, name: "Duke", city: "Durham",
            version: 1, createdAt: .earliest, updatedAt: .earliest)
        var (new, current) = (old, old)
        new.city = nil
        new.division = .d1
        (current.notes, current.version) = ("Meanwhile", 2)
        try current.takeFields(of: new, changedSince: old)
        #expect(current.city == nil && current.division == .d1 && current.notes == "Meanwhile")
        current.takeFields(of: old)
        #expect(current.city == "Durham" && current.division == nil && current.notes == nil)
        #expect(current.version == 2)
    }
}
