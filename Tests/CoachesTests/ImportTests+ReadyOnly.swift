import Contracts
import ServiceKit
import Support
import Testing

@testable import Coaches

// Rows that are refused, while the others are stored.
extension ImportTests {
    /// Stores the valid rows.
    func commitReady<Row: ImportRow>(
        _ id: OperationID, of kind: Row.Type = SchoolImportRow.self,
        key: IdempotencyKey? = nil
    ) throws -> ImportSummary {
        try fixture.call(
            CommitImport<Row>.self, .init(importID: id, readyOnly: true), as: player, in: family,
            key: key)
    }

    /// Nothing of a refused row is there: neither its record nor a school that it would have added,
    /// nor is a later row taken for it.
    @Test func nothingIsStoredOfARowThatWasRefusedBefore() throws {
        let unread = RefusedRow(line: 2, errors: ["name": "Two names"])
        let wide = RefusedRow(line: 4, errors: ["row": "The row has 6 values for 5 columns"])
        let duke = SchoolReference(catalogueID: "102553")
        let verdicts = try fixture.call(
            StageImport<CoachImportRow>.self,
            .init(
                importID: nil, number: 1,
                rows: [
                    coach(2, "Ann", "Lee", key: "a", school: duke, adds: true),
                    coach(3, "Ann", "Lee", school: duke), coach(5, "Ann", "Lee"),
                    coach(6, "ann", "lee"),
                ], refused: [unread, wide]), as: player, in: family)
        #expect(verdicts.refused.map(\.line) == [2, 3, 4])
        #expect(verdicts.refused.first == unread && verdicts.refused.last == wide)
        #expect(verdicts.skipped.map(\.line) == [6] && verdicts.skipped.first?.sameAs == 5)
        #expect(
            commitRefusal(verdicts.importID, of: CoachImportRow.self)?.message.contains(
                "3 of 5 rows are refused") == true)
        let summary = try commitReady(verdicts.importID, of: CoachImportRow.self)
        #expect(summary.added == ["coaches": 1] && summary.skipped == 1 && summary.leftOut == 3)
        #expect(try coaches().map(\.schoolName) == [nil])
        #expect(try count("schools") == 0 && count("import_keys") == 0)
    }

    /// A row that was refused before is checked for what else is wrong.
    @Test func aRowThatWasRefusedBeforeNamesEveryField() throws {
        let verdicts = try fixture.call(
            StageImport<SchoolImportRow>.self,
            .init(
                importID: nil, number: 1, rows: [school(2, "0")],
                refused: [RefusedRow(line: 2, errors: ["city": "Two cities"])]), as: player,
            in: family)
        #expect(
            verdicts.refused.first?.errors
                == ["catalogue_id": "Unknown catalogue id", "city": "Two cities"])
    }

    /// Sent twice with its key, the commit stores once; undone, nothing is left.
    @Test func theReadyRowsAreOneOperation() throws {
        let before = try stage([school(2, "102553"), school(3, "0")])
        let rest = try stage([school(4, "102614")], before.importID, number: 2)
        #expect(rest.importID == before.importID)
        let key = IdempotencyKey(high: 7, low: 7)
        let summary = try commitReady(before.importID, key: key)
        let again = try commitReady(before.importID, key: key)
        #expect(again.operationID == summary.operationID && again.added == ["schools": 2])
        #expect(try schools().count == 2)
        _ = try fixture.call(
            UndoOperation.self, .init(operationID: before.importID), as: player, in: family)
        #expect(try schools().isEmpty)
    }

    @Test func aFileOfRefusedRowsStoresNothing() throws {
        let staged = try stage([school(2, "0")])
        let summary = try commitReady(staged.importID)
        #expect(summary.operationID == nil && summary.added.isEmpty && summary.leftOut == 1)
        #expect(try schools().isEmpty)
    }
}
