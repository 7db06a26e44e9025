import CommandKit
import Contracts
import Imports
import ServiceKit

/// Imports a file: stages its rows in batches, then commits all of them or, if a person wants it,
/// those that are ready.
final class ImportSession<Recipe: ImportRecipe> {
    private let run: CommandRun
    private let recipe: Recipe
    private let progress: ProgressLine
    private var source: ImportSource
    private var staging: FileStaging<Recipe>
    private var answers: RowAnswers

    /// Opens the file that the command names and reads its header.
    init(_ recipe: Recipe, _ run: CommandRun) throws {
        self.run = run
        self.recipe = recipe
        progress = run.progress(of: "Row")
        source = try ImportSource(run, kind: Recipe.kind)
        answers = RowAnswers(run)
        staging = try FileStaging(recipe, source.columns(run), answers)
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
        var importID = try staged()
        tellUnknownLines()
        while !staging.report.refusals.isEmpty {
            let mayGoOn = staging.report.takenCount(of: staging.rowCount) > 0
            if run.invocation.isOn("ready-only"), mayGoOn {
                staging.report.tell(run)
                let count = CountedNoun.text(staging.report.refusedRowCount, "rows")
                run.note("\(count) left out, which need you")
                return commit(importID, isReadyOnly: true)
            }
            guard run.mayAsk, !run.isDryRun else { throw failure }
            switch try ask() {
            case .leaveOut: return commit(importID, isReadyOnly: true)
            case .stop: throw failure
            case .mend:
                discard()
                source = try ImportSource(run, kind: Recipe.kind, tells: false)
                staging = try FileStaging(recipe, source.columns(run), answers)
                importID = try staged()
            }
        }
        return commit(importID, isReadyOnly: false)
    }

    /// Stages all rows.
    private func staged() throws -> OperationID {
        defer { progress.end() }
        while let row = try source.next() {
            if let batch = try staging.add(row) { try send(batch) }
        }
        if let batch = staging.rest() { try send(batch) }
        return try staging.staged()
    }

    private func commit(_ importID: OperationID, isReadyOnly: Bool) -> ImportCommit {
        ImportCommit(
            importID: importID, fingerprint: source.fingerprint,
            again: run.invocation.isOn("again") ? true : nil, readyOnly: isReadyOnly ? true : nil)
    }

    private var readyCount: Int { staging.report.readyCount(of: staging.rowCount) }

    private var failure: CommandFailure {
        staging.report.failure(rowCount: staging.rowCount, ready: readyCount, run)
    }

    /// Asks what becomes of the refused rows. Standard input cannot be read again.
    private func ask() throws -> RowQuestions.Decision {
        try Questions.asking(run) { questions in
            let report = staging.report
            let decision = try RowQuestions.decision(
                report, ready: readyCount, of: staging.rowCount,
                mayMend: run.argument(0) != "-", questions)
            guard decision == .mend else { return decision }
            for refusal in report.refusals where !answers.leftOut.contains(refusal.line) {
                try RowQuestions.mend(refusal, report, &answers, questions)
            }
            return decision
        }
    }

    /// Says which of the lines to leave out have no row.
    private func tellUnknownLines() {
        let unknown = answers.leftOut.subtracting(staging.report.leftOut.map(\.line)).sorted()
        guard !unknown.isEmpty else { return }
        let lines = ImportColumns.listed(unknown.map { "\($0)" })
        run.note("No row to leave out begins on line \(lines)")
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
