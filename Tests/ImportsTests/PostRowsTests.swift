import Testing

@testable import Contracts
@testable import Imports

/// The rows of a table of posts and what their service says about them.
@Suite struct PostRowsTests {
    private let columns: ImportColumns

    init() throws {
        columns = try ImportColumns(
            header: ["platform", "date", "url", "school"], kind: .posts, mapped: [])
    }

    private func row(_ line: Int, _ school: String = "") -> CSVReader.Row {
        .init(line: line, fields: ["X", "2026-01-05", "https://x.example/\(line)", school])
    }

    @Test func eachRowIsReadySkippedRefusedOrLeftOut() throws {
        var answers = RowAnswers(leftOut: [5])
        answers.edits.set("platform", in: 4, to: "instagram")
        var rows = PostRows(columns, answers)
        let lines = (2...5).map { rows.line(of: row($0, "Nowhere"), in: PlainZone()) }
        #expect(lines.map { $0?.number } == [2, 3, 4, nil])
        #expect(lines[2]?.form.platform.value == "instagram")
        rows.add(
            PostVerdicts(
                importID: .random(), number: 1, new: 1, duplicates: [3],
                rejected: [RefusedRow(line: 4, errors: ["school_id": "Unknown school"])]),
            to: lines.compactMap { $0 })
        let report = rows.report
        #expect(rows.rowCount == 4 && report.readyCount(of: 4) == 1)
        #expect(report.firstReady.map(\.line) == [2])
        #expect(report.skipped == [SkippedRow(line: 3, reason: "https://x.example/3")])
        #expect(report.refusals.map(\.field) == ["school"])
        #expect(report.refusals.map(\.found) == ["Nowhere"])
        #expect(report.mended == [4] && report.leftOut.map(\.line) == [5])
    }
}
