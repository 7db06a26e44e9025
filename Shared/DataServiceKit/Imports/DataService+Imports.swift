public import Contracts
public import ServiceKit
import Storage
import Synchronization

extension DataService {
    /// Serves the three operations of an import. The schema holds `ImportTables.track`.
    public func imports<
        Plan: ImportPlan, Stage: Operation, Commit: Operation, Discard: Operation
    >(_ plan: Plan, stage: Stage.Type, commit: Commit.Type, discard: Discard.Type)
    where
        Stage.Request == ImportBatch<Plan.Row>, Stage.Response == ImportVerdicts,
        Commit.Request == ImportCommit, Commit.Response == ImportSummary,
        Discard.Request == ImportDiscard, Discard.Response == ImportDiscard.Response
    {
        let steps = ImportSteps(plan: plan, kind: Commit.name)
        command(stage) { try steps.stage($0, $1, $2) }
        command(commit) { try steps.commit($0, $1, $2) }
        command(discard) { [weak self] input, context, unit in
            unit.transaction.afterCommit { self?.doChores() }
            return try steps.discard(input, context, unit)
        }
        trash.hasImports.withLock { $0 = true }
        let sweep = ImportSweep(kind: Commit.name, tables: plan.tables)
        addChore("unfinished \(Commit.name)") { try sweep.step($0, now: $1) }
    }
}

extension UnitOfWork {
    /// Undoes an import: what it added is marked as deleted, but for what was deleted since.
    /// Returns how many records went, by table. Throws `not_found` and `conflict` as `undo` does.
    public func undoImport(
        _ id: OperationID, of family: FamilyScope, in tables: [ImportTable]
    ) throws -> [String: Int] {
        let removed = try ImportLedger(family, self).remove(id, from: tables)
        _ = try undo(id, of: family, in: [])
        // The trash tells what lies in it.
        try recount(id, of: family.familyID, removed)
        return removed
    }
}

/// The steps of an import, as commands.
struct ImportSteps<Plan: ImportPlan>: Sendable {
    let plan: Plan
    let kind: String

    /// Checks the rows of a batch and keeps the right ones aside.
    func stage(
        _ batch: ImportBatch<Plan.Row>, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> ImportVerdicts {
        let scope = try context.requireFamily()
        let ledger = ImportLedger(scope, unit)
        var head = ImportLedger.Head()
        if let id = batch.importID {
            head = try ledger.open(id, kind)
            if batch.number <= head.batches { return try ledger.verdicts(id, batch.number) }
            guard batch.number == head.batches + 1 else {
                throw ServiceError(.conflict, "Batch \(head.batches + 1) is missing")
            }
        }
        head.rowCount += batch.rows.count
        guard head.rowCount <= ImportLimit.rowsMax else {
            throw ServiceError(
                .tooLarge, "An import has at most \(ImportLimit.rowsMax) rows; split the file")
        }
        let id = try batch.importID ?? ledger.begin(kind)
        let staging = ImportStaging(importID: id, scope: scope, unit: unit)
        var verdicts = ImportVerdicts(
            importID: id, number: batch.number, refused: [], skipped: [])
        var records: [StagedRecord] = []
        for row in batch.rows {
            do {
                let staged = try plan.stage(row, in: staging)
                if let name = staged.name { try ledger.store(name, of: id) }
                switch staged.fate {
                case .stored(let stored): records += stored
                case .skipped(let reason):
                    verdicts.skipped.append(SkippedRow(line: row.line, reason: reason))
                }
            } catch let error as ServiceError {
                verdicts.refused.append(Self.refused(row.line, error))
            } catch let unknown as ReferenceUnknown
                where unit.caughtUp.contains(unknown.producer)
            {
                verdicts.refused.append(Self.refused(row.line, unknown.refusal))
            }
        }
        try ledger.store(verdicts, records, head: head, of: plan.tables)
        #if DEBUG
            TestHooks.reach("import-staged")
        #endif
        return verdicts
    }

    private static func refused(_ line: Int, _ error: ServiceError) -> RefusedRow {
        RefusedRow(
            line: line, errors: error.errors.isEmpty ? ["row": error.message] : error.errors)
    }

    /// Stores all rows of an import, if each was right.
    func commit(
        _ input: ImportCommit, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> ImportSummary {
        let scope = try context.requireFamily()
        let ledger = ImportLedger(scope, unit)
        let id = input.importID
        let head = try ledger.open(id, kind)
        guard head.refusedCount == 0 else {
            throw ServiceError(
                .validationFailed,
                "\(head.refusedCount) of \(head.rowCount) rows are refused; nothing was imported")
        }
        if plan.refusesRepetition, input.again != true, let fingerprint = input.fingerprint,
            let earlier = try ledger.earlierImport(of: fingerprint, kind)
        {
            throw ServiceError(
                .conflict, "The same file was imported on \(earlier.text.prefix(10)) already")
        }
        let skipped = try ledger.skippedRows(id, limit: ImportLimit.skippedListedMax)
        let staging = ImportStaging(importID: id, scope: scope, unit: unit)
        try plan.committing(staging)
        let added = try ledger.reveal(id, in: plan.tables)
        try plan.committed(staging)
        #if DEBUG
            TestHooks.reach("import-revealed")
        #endif
        try ledger.publish(id)
        if !added.isEmpty {
            try unit.recordOperation(kind, of: scope, counts: added, as: id, effect: .added)
        }
        try ledger.close(id, fingerprint: input.fingerprint)
        return ImportSummary(
            operationID: added.isEmpty ? nil : id, added: added, skipped: head.skippedCount,
            skippedRows: skipped)
    }

    /// Gives an import up.
    func discard(
        _ input: ImportDiscard, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> ImportDiscard.Response {
        let ledger = ImportLedger(try context.requireFamily(), unit)
        return ImportDiscard.Response(discarded: try ledger.discard(input.importID, kind))
    }
}
