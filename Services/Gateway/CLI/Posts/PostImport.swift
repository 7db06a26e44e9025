import CommandKit
import Contracts
import Imports
import ServiceKit

/// Sends a file of posts to the analytics service in batches. Each line is stored or rejected on
/// its own; a strict import validates the whole file first.
///
/// The next batch is read and sent while the service still works on earlier ones, which it handles
/// in order.
final class PostImport {
    /// The most batches awaiting their answers.
    static let batchesUnderWayMax = 2

    let run: CommandRun
    private let progress: ProgressLine
    private let path: String
    var references = PostReferences()
    private var importID: OperationID?
    private var underWay: [CommandRun.Preparation<ImportPosts>] = []
    /// The number of batches sent.
    private var sent = 0
    /// The number of batches answered.
    private var batches = 0
    private var lineCount = 0
    /// Whether the file is being validated, so that nothing may be stored.
    private(set) var isChecking = false

    init(_ run: CommandRun) {
        self.run = run
        progress = run.progress(of: "Line")
        run.overlapsCalls = true
        path = run.argument(0)
    }

    /// Imports the file; with a stored key, sends the stored end of an import again.
    func result() throws -> CommandResult {
        var hasBegun = false
        do {
            let answer = try run.change(
                FinishPostImport.self,
                try {
                    hasBegun = true
                    try lookFirst()
                    isChecking = run.isDryRun
                    return ImportDiscard(importID: try pass(check: run.isDryRun))
                }())
            if run.isDryRun { discard() }
            return report(answer, try run.decoded(FinishPostImport.Response.self, answer))
        } catch var failure as CommandFailure {
            for batch in underWay { run.abandon(batch) }
            guard hasBegun, batches > 0 else { throw failure }
            if run.isDryRun { discard() } else { explain(&failure) }
            throw failure
        }
    }

    // MARK: Reading

    /// A strict import validates the whole file before anything is stored, so that all lines are
    /// imported or none.
    private func lookFirst() throws {
        guard run.invocation.isOn("strict") else { return }
        guard path != "-" else {
            throw CommandFailure.usage(
                "--strict reads the file twice", remedy: "Give the name of a file instead of -.")
        }
        isChecking = true
        let id = try pass(check: true)
        let answer = try run.prepare(FinishPostImport.self, ImportDiscard(importID: id))
        let summary = try run.decoded(FinishPostImport.Response.self, answer)
        (importID, sent, batches, lineCount) = (nil, 0, 0, 0)
        // The file is read again: its lines count anew, and schools that are missing get added.
        references = PostReferences()
        guard summary.rejected > 0 else { return }
        show(summary)
        var failure = CommandFailure(
            .validationFailed,
            "\(summary.rejected) of \(summary.new + summary.duplicates + summary.rejected) lines "
                + "are refused; nothing was imported",
            remedy: "Fix these, or leave out --strict to import the others.")
        failure.errors = Dictionary(
            summary.rejectedRows.flatMap { row in
                row.errors.map { ("line \(row.line): \($0.key)", $0.value) }
            }, uniquingKeysWith: { first, _ in first })
        throw failure
    }

    /// Sends the whole file; returns the import's id.
    private func pass(check: Bool) throws -> OperationID {
        let source = try PostFile.source(path, run)
        defer { progress.end() }
        var batches = PostBatches()
        while let line = try source.next() {
            lineCount += 1
            if let batch = batches.add(line) { try send(batch, check: check) }
        }
        if let batch = batches.rest() { try send(batch, check: check) }
        while !underWay.isEmpty { try receive() }
        if !source.ignored.isEmpty {
            run.note(
                "Not imported: " + VisibleText.line(ImportColumns.listed(source.ignored)))
        }
        guard let importID else {
            throw ImportKind.posts.refusal(ofFile: "The file has no posts")
        }
        return importID
    }

    private func send(_ batch: [PostLine], check: Bool) throws {
        let rows = try rows(of: batch)
        // The answer to the first batch contains the import's id.
        if sent == 1, importID == nil { try receive() }
        let request = ImportPosts.Request(
            importID: importID, number: sent + 1, check: sent == 0 && check ? true : nil,
            rows: rows)
        underWay.append(try run.beginPreparing(ImportPosts.self, payload: request.json))
        sent += 1
        if underWay.count >= Self.batchesUnderWayMax { try receive() }
    }

    /// Waits for the answer to the oldest batch.
    private func receive() throws {
        let first = underWay.removeFirst()
        let answer = try run.finish(first, isNext: batches > 0)
        let verdicts = try run.decoded(PostVerdicts.self, answer)
        importID = verdicts.importID
        batches = verdicts.number
        if batches > run.quietBatchesMax { progress.show(lineCount) }
    }

    /// Discards a dry run. If that fails, the service removes it by itself later.
    private func discard() {
        guard let importID else { return }
        _ = try? run.prepare(DiscardPostImport.self, ImportDiscard(importID: importID))
    }

    /// Explains that the lines before a failure remain imported, and how to undo them.
    private func explain(_ failure: inout CommandFailure) {
        guard let importID,
            (try? run.prepare(FinishPostImport.self, ImportDiscard(importID: importID))) != nil
        else { return }
        run.note("The lines before it were imported. Undo: " + run.line("undo", "\(importID)"))
        failure.remedy = "Import the file again: lines already imported are skipped."
    }

    // MARK: Reporting

    private func report(
        _ answer: Caller.Answer, _ summary: FinishPostImport.Response
    ) -> CommandResult {
        show(summary)
        var notes: [String] = []
        if references.unknownCoaches > 0 {
            notes.append(
                "Lines imported without their coach, who is unknown: "
                    + "\(references.unknownCoaches)")
        }
        if let id = summary.operationID, !run.isDryRun {
            notes.append("Undo: " + run.line("undo", "\(id)"))
        }
        let figures = [
            ("New", summary.new), ("Duplicate", summary.duplicates),
            ("Refused", summary.rejected),
        ]
        var result = CommandResult(
            json: answer.json, ids: { summary.operationID.map { [$0.text] } ?? [] },
            rows: {
                var table = TextTable([.init("Lines"), .init("Count", rightAligned: true)])
                for (name, count) in figures { table.append([.init(name), .init("\(count)")]) }
                return table
            },
            text: { _ in
                "\(CountedNoun.text(summary.new, "posts")) imported, "
                    + "\(CountedNoun.text(summary.duplicates, "duplicates")), "
                    + "\(CountedNoun.text(summary.rejected, "lines")) refused\n"
            }, notes: notes)
        if summary.rejected > 0 { result.exitCode = .invalid }
        return result
    }

    /// Shows rejected and duplicate lines, up to a limit.
    private func show(_ summary: FinishPostImport.Response) {
        for row in summary.rejectedRows.prefix(ImportReport.shownMax) {
            for (field, text) in row.errors.sorted(by: { $0.key < $1.key }) {
                let label = ImportKind.posts.label(of: field)
                run.note(VisibleText.line("line \(row.line): refused: \(label): \(text)"))
            }
        }
        if summary.rejected > ImportReport.shownMax {
            run.note("… and \(summary.rejected - ImportReport.shownMax) more refused")
        }
        for line in summary.duplicateLines.prefix(ImportReport.shownMax) {
            run.note("line \(line): skipped: already imported")
        }
        if summary.duplicates > ImportReport.shownMax {
            run.note("… and \(summary.duplicates - ImportReport.shownMax) more duplicates")
        }
    }
}
