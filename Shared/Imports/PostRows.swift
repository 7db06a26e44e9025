public import Contracts

/// The rows of a table of posts on their way to their service, with what becomes of each.
public struct PostRows: Sendable {
    private let answers: RowAnswers
    /// The number of rows read.
    public private(set) var rowCount = 0
    public private(set) var report: ImportReport
    /// The rows whose lines were not answered yet, by their lines.
    private var waiting: [Int: CSVReader.Row] = [:]

    /// - Parameter answers: What a person said about rows.
    public init(_ columns: ImportColumns, _ answers: RowAnswers = RowAnswers()) {
        self.answers = answers
        report = ImportReport(kind: .posts, columns: columns)
    }

    /// Reads a row. Returns nil for one that a person left out.
    public mutating func line(
        of written: CSVReader.Row, in zone: some CivilZone
    ) -> PostLine? {
        rowCount += 1
        let row = answers.edits.applied(to: written, report.columns)
        guard !answers.leftOut.contains(row.line) else {
            report.leaveOut(row)
            return nil
        }
        if row != written { report.mend(row.line) }
        waiting[row.line] = row
        return PostLine(row, report.columns, in: zone)
    }

    /// Takes the service's answer to a batch.
    public mutating func add(_ verdicts: PostVerdicts, to batch: [PostLine]) {
        report.add(verdicts, batch.compactMap { waiting.removeValue(forKey: $0.number) })
    }
}
