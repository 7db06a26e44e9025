import CommandKit
import Contracts
import Imports
import ServiceKit

/// Imports a file: stages its rows in batches, then commits all of them or none.
final class ImportSession<Recipe: ImportRecipe> {
    private let run: CommandRun
    private let progress: ProgressLine
    private let source: ImportSource
    private var staging: FileStaging<Recipe>

    /// Opens the file that the command names and reads its header.
    init(_ recipe: Recipe, _ run: CommandRun) throws {
        self.run = run
        progress = run.progress(of: "Row")
        source = try ImportSource(run, kind: Recipe.kind)
        staging = try FileStaging(recipe, source.columns(run))
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
        } catch let problem as ImportProblem {
            session?.discard()
            throw CommandFailure(problem, Recipe.kind)
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
        let ignored = staging.report.columns.ignored
        if !ignored.isEmpty {
            run.note(
                "Columns that are not imported: " + VisibleText.line(ImportColumns.listed(ignored)))
        }
        defer { progress.end() }
        while let row = try source.next() {
            if let batch = try staging.add(row) { try send(batch) }
        }
        if let batch = staging.rest() { try send(batch) }
        progress.end()
        guard let importID = try staging.staged() else {
            throw staging.report.failure(rowCount: staging.rowCount, run)
        }
        return ImportCommit(
            importID: importID, fingerprint: source.fingerprint,
            again: run.invocation.isOn("again") ? true : nil)
    }

    private func send(_ batch: FileStaging<Recipe>.Batch) throws {
        var batch = batch
        let found = try references(batch.references)
        let answer = try run.prepare(
            StageImport<Recipe.Row>.self, staging.request(&batch, found, in: run.zone))
        staging.add(try run.decoded(ImportVerdicts.self, answer), to: batch)
        if staging.batchCount > run.quietBatchesMax { progress.show(staging.rowCount) }
    }

    private func references(
        _ wanted: [ResolveReferences.Reference]
    ) throws -> [ResolveReferences.Resolved] {
        guard !wanted.isEmpty else { return [] }
        return try run.response(of: ResolveReferences.self, .init(references: wanted)).references
    }

    /// Discards the staged rows. If that fails, the service removes them by itself later.
    func discard() {
        guard let importID = staging.importID else { return }
        _ = try? run.prepare(DiscardImport<Recipe.Row>.self, ImportDiscard(importID: importID))
    }
}

extension CommandFailure {
    /// The failure of a file that cannot be imported, with the remedy.
    init(_ problem: ImportProblem, _ kind: ImportKind) {
        guard problem.code != .tooLarge else {
            self.init(
                .tooLarge, problem.message,
                remedy: "Split it and import the parts one after the other.")
            return
        }
        guard problem.field != ImportProblem.file else {
            self = kind.refusal(ofFile: problem.message, reason: problem.reason)
            return
        }
        self.init(
            UsageError(
                .badValue, problem.message, reason: problem.reason,
                remedy: problem.field == ImportProblem.values
                    ? "Name words of your own with --map-value FIELD:TEXT=VALUE."
                    : "Assign columns to fields with --map COLUMN=FIELD.",
                field: problem.field))
    }
}
