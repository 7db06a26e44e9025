import CommandKit
import Contracts
import Glibc
import ServiceKit

/// Imports a file: stages its rows in batches, then commits all of them or none.
final class ImportSession<Recipe: ImportRecipe> {
    private let recipe: Recipe
    private let run: CommandRun
    private let source: ImportSource
    private let columns: ImportColumns
    private var report: ImportReport
    private var importID: OperationID?
    private var batches = 0
    private var rowCount = 0

    /// Opens the file that the command names and reads its header.
    init(_ recipe: Recipe, _ run: CommandRun) throws {
        self.recipe = recipe
        self.run = run
        source = try ImportSource(
            path: run.invocation.argument(0) ?? "", kind: Recipe.kind)
        columns = try ImportColumns(
            header: source.header, kind: Recipe.kind, mapped: run.invocation.texts("map"))
        report = ImportReport(kind: Recipe.kind, columns: columns)
    }

    /// Imports the file; with a stored key, sends the stored commit again.
    static func run(_ recipe: Recipe, _ run: CommandRun) throws -> CommandResult {
        var session: ImportSession?
        do {
            let answer = try run.change(
                CommitImport<Recipe.Row>.self,
                try {
                    let opened = try ImportSession(recipe, run)
                    session = opened
                    return try opened.stage()
                }())
            if run.isDryRun { session?.discard() }
            let summary = try run.decoded(ImportSummary.self, answer)
            return ImportReport.result(summary, answer, Recipe.kind, run)
        } catch var failure as CommandFailure {
            // A commit that can be sent again under its key, even only after signing in again,
            // still needs its staged rows.
            let mayFollow = failure.isRetryable || failure.isOutcomeUnknown
            if !mayFollow, failure.exitCode != .unauthenticated { session?.discard() }
            if failure.subject == .sameFile {
                failure.remedy = "To import it again, add --again."
            }
            throw failure
        }
    }

    // MARK: Staging

    private func stage() throws -> ImportCommit {
        if !columns.ignored.isEmpty {
            run.note(
                "Columns that are not imported: "
                    + VisibleText.line(ImportColumns.listed(columns.ignored)))
        }
        defer { showProgress(isOver: true) }
        var batch: [CSVReader.Row] = []
        var bytes = 0
        while let row = try source.next() {
            rowCount += 1
            guard rowCount <= ImportLimit.rowsMax else {
                throw CommandFailure(
                    .tooLarge, "The file has more than \(ImportLimit.rowsMax) rows",
                    remedy: "Split it and import the parts one after the other.")
            }
            let size = row.fields.reduce(0) { $0 + $1.utf8.count }
            if batch.count == ImportLimit.batchRowsMax
                || (!batch.isEmpty && bytes + size > ImportLimit.batchBytesMax)
            {
                try send(batch)
                batch = []
                bytes = 0
            }
            batch.append(row)
            bytes += size
        }
        if !batch.isEmpty { try send(batch) }
        showProgress(isOver: true)
        guard report.refused.isEmpty else { throw report.failure(rowCount: rowCount, run) }
        guard let importID else {
            throw Recipe.kind.refusal(
                ofFile: "The file has no rows", reason: "It has only a header line.")
        }
        return ImportCommit(
            importID: importID, fingerprint: source.fingerprint,
            again: run.invocation.isOn("again") ? true : nil)
    }

    /// Stages a batch and records its errors.
    private func send(_ batch: [CSVReader.Row]) throws {
        let rows = batch.filter { !report.refuseIfTooWide($0) }
        guard !rows.isEmpty else { return }
        let (forms, refused) = try recipe.forms(of: rows, columns, run)
        let answer = try run.prepare(
            StageImport<Recipe.Row>.self,
            ImportBatch(importID: importID, number: batches + 1, rows: forms))
        let verdicts = try run.decoded(ImportVerdicts.self, answer)
        importID = verdicts.importID
        batches = verdicts.number
        report.add(verdicts, refused, rows)
        showProgress(isOver: false)
    }

    /// Discards the staged rows. If that fails, the service removes them by itself later.
    func discard() {
        guard let importID else { return }
        _ = try? run.prepare(DiscardImport<Recipe.Row>.self, ImportDiscard(importID: importID))
        self.importID = nil
    }

    /// Counts the rows on a terminal, in a line that is erased at the end.
    private func showProgress(isOver: Bool) {
        guard run.isForPeople, !run.isQuiet, batches > 3, isatty(STDERR_FILENO) == 1 else { return }
        let text = isOver ? String(repeating: " ", count: 24) + "\r" : "Row \(rowCount) …"
        run.console.writeNote(Array(("\r" + text).utf8))
    }
}
