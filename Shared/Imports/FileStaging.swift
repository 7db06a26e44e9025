public import Contracts

/// The rows of a file on their way to a service: in batches, with the answers to each. Whoever
/// drives it makes the calls.
public struct FileStaging<Recipe: ImportRecipe>: Sendable {
    /// Rows that are staged together.
    public struct Batch: Sendable {
        let rows: [CSVReader.Row]
        /// Those that are not read, because they have more values than columns.
        let wide: Set<Int>
        /// The schools and coaches that the rows name, for the coaches service to find; empty if
        /// there is nothing to find.
        public let references: [ResolveReferences.Reference]
        /// The errors found in the rows before they are sent, by line and field.
        var errors: [Int: [String: String]]
    }

    private let recipe: Recipe
    private let answers: RowAnswers
    /// The number of rows read.
    public private(set) var rowCount = 0
    /// The number of batches that the service has checked.
    public private(set) var batchCount = 0
    /// The import; nil before the first answer.
    public private(set) var importID: OperationID?
    public private(set) var report: ImportReport
    private var waiting: [CSVReader.Row] = []
    private var waitingBytes = 0

    /// - Parameter answers: What a person said about rows.
    /// - Throws: If a field that the import needs has no column.
    public init(
        _ recipe: Recipe, _ columns: ImportColumns, _ answers: RowAnswers = RowAnswers()
    ) throws(ImportProblem) {
        try columns.requireAll(updating: recipe.updates)
        self.recipe = recipe
        self.answers = answers
        report = ImportReport(kind: Recipe.kind, columns: columns)
    }

    /// Adds a row. Returns the batch that is complete without it, if there is one.
    ///
    /// - Throws: For more rows than `ImportLimit.rowsMax`.
    public mutating func add(_ written: CSVReader.Row) throws(ImportProblem) -> Batch? {
        rowCount += 1
        guard rowCount <= ImportLimit.rowsMax else {
            throw ImportProblem(
                "The file has more than \(ImportLimit.rowsMax) rows", field: ImportProblem.file,
                code: .tooLarge)
        }
        let row = answers.edits.applied(to: written, report.columns)
        guard !answers.leftOut.contains(row.line) else {
            report.leaveOut(row)
            return nil
        }
        if row != written { report.mend(row.line) }
        let bytes = row.fields.reduce(0) { $0 + $1.utf8.count }
        let isFull =
            waiting.count == ImportLimit.batchRowsMax
            || !waiting.isEmpty && waitingBytes + bytes > ImportLimit.batchBytesMax
        let full = isFull ? rest() : nil
        waiting.append(row)
        waitingBytes += bytes
        return full
    }

    /// The batch of the rows not yet in one; nil if there are none.
    public mutating func rest() -> Batch? {
        let rows = waiting
        waiting = []
        waitingBytes = 0
        guard !rows.isEmpty else { return nil }
        var errors: [Int: [String: String]] = [:]
        for row in rows {
            if let text = report.columns.excess(in: row) {
                errors[row.line] = [ImportReport.Refusal.row: text]
            }
        }
        let references = Set(
            rows.compactMap { row in
                errors[row.line] == nil ? recipe.reference(of: row, report.columns) : nil
            })
        return Batch(
            rows: rows, wide: Set(errors.keys), references: Array(references), errors: errors)
    }

    /// The request that stages a batch.
    ///
    /// - Parameter found: What the batch's references are, in their order.
    public func request(
        _ batch: inout Batch, _ found: [ResolveReferences.Resolved], in zone: some CivilZone
    ) -> ImportBatch<Recipe.Row> {
        let meanings = Dictionary(
            zip(batch.references, found), uniquingKeysWith: { first, _ in first })
        var forms: [Recipe.Row] = []
        for row in batch.rows where !batch.wide.contains(row.line) {
            let reference = recipe.reference(of: row, report.columns)
            let meaning = reference.flatMap { meanings[$0] } ?? ResolveReferences.Resolved()
            let (form, errors) = recipe.form(of: row, report.columns, meaning, in: zone)
            if !errors.isEmpty { batch.errors[row.line] = errors }
            forms.append(form)
        }
        return ImportBatch(
            importID: importID, number: batchCount + 1, rows: forms,
            update: recipe.updates ? true : nil,
            refused: batch.errors.isEmpty
                ? nil
                : batch.errors.sorted { $0.key < $1.key }
                    .map { RefusedRow(line: $0.key, errors: $0.value) })
    }

    /// Takes the service's answer to a batch.
    public mutating func add(_ verdicts: ImportVerdicts, to batch: Batch) {
        importID = verdicts.importID
        batchCount = verdicts.number
        report.add(verdicts, batch.errors, batch.rows)
    }

    /// The staged import, when the whole file was read. Nothing of its refused rows is staged.
    ///
    /// - Throws: For a file without rows, and for one of which all rows are left out.
    public mutating func staged() throws(ImportProblem) -> OperationID {
        report.sort()
        if let importID { return importID }
        guard rowCount == 0 else {
            throw .allLeftOut
        }
        throw ImportProblem(
            "The file has no rows", reason: "It has only a header line.",
            field: ImportProblem.file)
    }
}
