import Testing

@testable import Contracts
@testable import Imports

/// Rows of a file on their way to a service.
@Suite struct FileStagingTests {
    private static let importID: OperationID = Identifier(high: 1, low: 2)

    private func staging(
        _ header: [String] = ["name", "notes"]
    ) throws -> FileStaging<SchoolRecipe> {
        try FileStaging(
            SchoolRecipe(), ImportColumns(header: header, kind: .schools, mapped: []))
    }

    private func row(_ line: Int, _ fields: String...) -> CSVReader.Row {
        CSVReader.Row(line: line, fields: fields)
    }

    private func rest<Recipe: ImportRecipe>(
        of staging: inout FileStaging<Recipe>
    ) throws -> FileStaging<Recipe>.Batch {
        let batch = staging.rest()
        return try #require(batch)
    }

    /// Whether a row completes a batch.
    private func isFull<Recipe: ImportRecipe>(
        _ staging: inout FileStaging<Recipe>, with row: CSVReader.Row
    ) throws -> Bool {
        try staging.add(row) != nil
    }

    /// Answers a batch without refusing anything.
    private func accept<Recipe: ImportRecipe>(
        _ batch: FileStaging<Recipe>.Batch, _ staging: inout FileStaging<Recipe>,
        _ found: [ResolveReferences.Resolved] = [], refused: [RefusedRow] = [],
        skipped: [SkippedRow] = []
    ) -> ImportBatch<Recipe.Row> {
        var batch = batch
        let request = staging.request(&batch, found, in: PlainZone())
        staging.add(
            ImportVerdicts(
                importID: Self.importID, number: request.number, refused: refused,
                skipped: skipped), to: batch)
        return request
    }

    @Test func aBatchHasAsManyRowsAsAllowed() throws {
        var staging = try staging()
        for line in 2..<(2 + ImportLimit.batchRowsMax) {
            #expect(try !isFull(&staging, with: row(line, "School \(line)")))
        }
        let completed = try staging.add(row(999, "One more"))
        let full = try #require(completed)
        #expect(accept(full, &staging).rows.count == ImportLimit.batchRowsMax)
        let rest = try rest(of: &staging)
        let request = accept(rest, &staging)
        #expect(request.rows.map(\.line) == [999])
        #expect(request.number == 2 && request.importID == Self.importID)
        let isEmpty = staging.rest() == nil
        #expect(isEmpty && staging.batchCount == 2)
        let staged = try staging.staged()
        #expect(staged == Self.importID)
        #expect(staging.rowCount == ImportLimit.batchRowsMax + 1)
    }

    /// A batch has at least one row, whatever its size.
    @Test func aBatchHasAsManyBytesAsAllowed() throws {
        var staging = try staging()
        let half = String(repeating: "x", count: ImportLimit.batchBytesMax / 2)
        #expect(try !isFull(&staging, with: row(2, half)))
        #expect(try !isFull(&staging, with: row(3, half)))
        #expect(try isFull(&staging, with: row(4, "y")))
        #expect(try isFull(&staging, with: row(5, half + half)))
        #expect(try isFull(&staging, with: row(6, "z")))
    }

    @Test func moreRowsThanAllowedAreRefused() throws {
        var staging = try staging()
        for line in 1...ImportLimit.rowsMax { _ = try staging.add(row(line, "a")) }
        let problem = #expect(throws: ImportProblem.self) {
            try staging.add(row(ImportLimit.rowsMax + 1, "a"))
        }
        #expect(problem?.code == .tooLarge && problem?.field == "file")
    }

    @Test func aFileWithoutRowsIsRefused() throws {
        var staging = try staging()
        let isEmpty = staging.rest() == nil
        #expect(isEmpty)
        #expect(throws: ImportProblem.self) { try staging.staged() }
    }

    /// The service is told, so that it counts the row and stores nothing of it.
    @Test func aRowWithTooManyValuesIsNotRead() throws {
        var staging = try staging()
        _ = try staging.add(row(2, "a", "b", "c"))
        _ = try staging.add(row(3, "a", "b", "", ""))
        let batch = try rest(of: &staging)
        let request = accept(batch, &staging)
        #expect(request.rows.map(\.line) == [3])
        #expect(request.refused?.map(\.line) == [2])
        #expect(request.refused?.first?.errors.keys.sorted() == ["row"])
        let staged = try staging.staged()
        #expect(staged == Self.importID && staging.report.readyCount(of: staging.rowCount) == 1)
        #expect(staging.report.refusedRowCount == 1)
        #expect(
            staging.report.refusals == [
                .init(
                    line: 2, field: "row",
                    text: "The row has 3 values for 2 columns; put texts with commas in quotes",
                    found: nil)
            ])
    }

    @Test func errorsNameTheColumnAndTheValue() throws {
        var staging = try staging()
        let long = String(repeating: "n", count: ImportReport.valueMax + 1)
        _ = try staging.add(row(2, "Duke"))
        _ = try staging.add(row(3, long, "x"))
        _ = try staging.add(row(4, "Elon"))
        let batch = try rest(of: &staging)
        _ = accept(
            batch, &staging, refused: [.init(line: 3, errors: ["name": "Too long"])],
            skipped: [.init(line: 4, reason: "Elon is there")])
        let staged = try staging.staged()
        #expect(staged == Self.importID && staging.report.readyCount(of: staging.rowCount) == 1)
        let refusal = try #require(staging.report.refusals.first)
        #expect(refusal.line == 3 && refusal.field == "name")
        #expect(refusal.found?.count == ImportReport.valueMax)
        #expect(refusal.found?.hasSuffix("n…") == true)
        #expect(staging.report.skipped.map(\.line) == [4])
        #expect(staging.report.firstReady.map(\.line) == [2])
    }

    /// The service only says that an id is missing; the reason is that nobody has the name.
    @Test func aSchoolThatWasNotFoundIsNamedOnce() throws {
        var staging = try FileStaging(
            InteractionRecipe(),
            ImportColumns(
                header: ["school", "type", "direction", "occurred_at"], kind: .interactions,
                mapped: []))
        _ = try staging.add(row(2, "Nowhere", "email", "outbound", "2026-02-03 14:15"))
        let batch = try rest(of: &staging)
        #expect(batch.references == [.init(school: .init(name: "Nowhere"))])
        let request = accept(
            batch, &staging, [.init(errors: ["school": "No school of yours has this name"])],
            refused: [.init(line: 2, errors: ["school_id": "Please select a school"])])
        #expect(request.rows[0].form.occurredAt.value == "2026-02-03T14:15:00.000Z")
        #expect(
            staging.report.refusals.map { "\($0.field): \($0.text)" }
                == ["school: No school of yours has this name"])
        #expect(staging.report.refusedRowCount == 1)
        #expect(request.refused?.map(\.line) == [2])
    }

    private func asked(_ answers: RowAnswers) throws -> FileStaging<SchoolRecipe> {
        try FileStaging(
            SchoolRecipe(),
            ImportColumns(header: ["name", "city", "notes"], kind: .schools, mapped: []), answers)
    }

    /// What was said about rows, before they are sent.
    @Test func rowsAreLeftOutMendedAndJoined() throws {
        var answers = RowAnswers(leftOut: [2])
        answers.edits.set("city", in: 3, to: "Elon")
        answers.edits.join(4)
        var staging = try asked(answers)
        _ = try staging.add(row(2, "Duke", "Durham", ""))
        _ = try staging.add(row(3, "Elon"))
        _ = try staging.add(row(4, "Wake", "Winston-Salem", "Warm", "asks for film", "soon"))
        let batch = try rest(of: &staging)
        let forms = accept(batch, &staging).rows.map(\.form)
        #expect(forms.map(\.name.value) == ["Elon", "Wake"])
        #expect(forms.map(\.city.value) == ["Elon", "Winston-Salem"])
        #expect(forms.map(\.notes.value) == [nil, "Warm, asks for film, soon"])
        #expect(staging.report.leftOut.map(\.line) == [2])
        #expect(staging.report.readyCount(of: staging.rowCount) == 2)
        #expect(staging.report.refusals.isEmpty && staging.report.mended == [3, 4])
    }

    @Test func aFileOfWhichAllRowsAreLeftOutIsRefused() throws {
        var staging = try asked(RowAnswers(leftOut: [2]))
        _ = try staging.add(row(2, "Duke"))
        let isEmpty = staging.rest() == nil
        #expect(isEmpty)
        let problem = #expect(throws: ImportProblem.self) { try staging.staged() }
        #expect(problem?.message == "All rows of the file are left out")
    }

    /// What a person mends in place: a field's own cell, in whole.
    @Test func theReportHasTheCellsThatAreMended() throws {
        var staging = try asked(RowAnswers())
        let texts = [
            String(repeating: "x", count: ImportReport.cellMax),
            String(repeating: "x", count: ImportReport.cellMax + 1), "a\nb", "",
        ]
        for (place, text) in texts.enumerated() { _ = try staging.add(row(place + 2, "A", text)) }
        _ = try staging.add(row(9, "A", "B", "Great arm", "wants film"))
        let batch = try rest(of: &staging)
        let refused = (2...5).map { RefusedRow(line: $0, errors: ["city": "No", "state": "No"]) }
        _ = accept(batch, &staging, refused: refused)
        let report = staging.report
        let cells = report.refusals.filter { $0.field == "city" }.map { report.cell($0)?.text }
        #expect(cells == [texts[0], nil, nil, ""])
        let others = report.refusals.filter { $0.field == "state" }
        #expect(others.count == 4 && others.allSatisfy { report.cell($0) == nil })
        let joined = report.refusals.compactMap { report.joined($0) }
        #expect(joined.map(\.field) == ["notes"])
        #expect(joined.map(\.text) == ["Great arm, wants film"])
    }

    // ImportReport.mendableMax and one more
    @Test(arguments: [0, 1]) func soManyRowsCanBeMended(excess: Int) throws {
        var staging = try asked(RowAnswers())
        let count = ImportReport.mendableMax + excess
        for line in 2..<(2 + count) { _ = try staging.add(row(line, "A", "B", "C", "D")) }
        let batch = try rest(of: &staging)
        _ = accept(batch, &staging)
        #expect(staging.report.refusedRowCount == count)
        #expect(staging.report.mendable.count == ImportReport.mendableMax)
        let joined = staging.report.refusals.filter { staging.report.joined($0) != nil }
        #expect(joined.count == ImportReport.mendableMax)
    }
}
