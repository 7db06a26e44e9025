public import Contracts
public import ServiceKit
import Storage
import Synchronization

extension DataService {
    /// Serves the three operations of an import. The schema must contain `ImportTables.track`.
    public func imports<Plan: ImportPlan>(_ plan: Plan) {
        let kind = CommitImport<Plan.Row>.name
        let steps = ImportSteps(plan: plan, kind: kind, feed: feed)
        command(StageImport<Plan.Row>.self) { try steps.stage($0, $1, $2) }
        command(CommitImport<Plan.Row>.self) {
            try steps.commit($0, $1, $2)
        } continuing: { input, context in
            let (id, scope) = (input.importID, try context.requireFamily())
            return { try steps.reveal(id, of: scope.familyID, $0, now: $1) }
        }
        command(DiscardImport<Plan.Row>.self) { [weak self] input, context, unit in
            unit.transaction.afterCommit { self?.doHousekeeping() }
            return try steps.discard(input, context, unit)
        }
        trash.hasImports.withLock { $0 = true }
        let sweep = ImportSweep(kind: kind, tables: plan.tables)
        addHousekeeping("unfinished \(kind)") { try sweep.step($0, now: $1) }
        // Changes happen at the time of day; housekeeping time stands still with the machine.
        addHousekeeping("going on with \(kind)") { [clock] transaction, _ in
            try steps.revealNext(transaction, now: clock.now())
        }
    }
}

extension UnitOfWork {
    /// Throws `has_dependents` if a statement counts records that refer to an import's records.
    public func refuseOrphans(
        _ countSQL: String, of id: OperationID, _ scope: FamilyScope, one: String,
        many: (Int) -> String
    ) throws {
        let count = try transaction.count(countSQL, scope.familyID, id)
        if count > 0 { throw ServiceError(.hasDependents, count == 1 ? one : many(count)) }
    }

    /// Undoes an import: the records that it changed are again as they were, except those changed
    /// since, and those that it added are marked as deleted, except those deleted since. Throws
    /// `not_found` and `conflict` like `undo`.
    public func undoImport(
        _ id: OperationID, of family: FamilyScope, in tables: [ImportTable],
        updates: ImportUpdates? = nil
    ) throws -> UndoOperation.Response {
        let (reverted, kept) = try updates.map { try revert(id, $0, family) } ?? (0, [])
        let removed = try ImportLedger(family, self).remove(id, from: tables)
        _ = try undo(id, of: family, in: [])
        // Show the number of records in the trash.
        try recount(id, of: family.familyID, removed)
        if removed.isEmpty, reverted + kept.count > 0 {
            try leaveTrash(id, family)
        }
        var response = UndoOperation.Response(id, removed: removed)
        if let updates, reverted > 0 { response.reverted = [updates.table: reverted] }
        if !kept.isEmpty { response.kept = kept }
        return response
    }

    private func revert(
        _ id: OperationID, _ updates: ImportUpdates, _ family: FamilyScope
    ) throws -> (reverted: Int, kept: [KeptRecord]) {
        let journal = UpdateJournal(family.familyID, transaction)
        var reverted = 0
        var kept: [KeptRecord] = []
        for update in try journal.applied(id, in: updates.table) {
            switch try updates.revert(update, family, self) {
            case .reverted: reverted += 1
            case .kept(let record): kept.append(record)
            }
            try journal.forget(update.id, of: id, in: updates.table)
        }
        return (reverted, kept)
    }

    /// An undone import that added nothing leaves nothing in the trash.
    private func leaveTrash(_ id: OperationID, _ family: FamilyScope) throws {
        try transaction.execute(
            """
            UPDATE operations SET expires_at = NULL, due_at = NULL
            WHERE family_unit_id = ?1 AND operation_id = ?2
            """, family.familyID, id)
    }
}

/// The commands of an import. Rows are staged, the import is committed in one short transaction,
/// and then its records are revealed batch by batch, with other commands in between.
struct ImportSteps<Plan: ImportPlan>: Sendable {
    let plan: Plan
    let kind: String
    let feed: ChangeFeed

    /// Validates the rows of a batch and stages the valid ones.
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
        head.rowCount += batch.lineCount
        guard head.rowCount <= ImportLimit.rowsMax else {
            throw ServiceError(
                .tooLarge, "An import has at most \(ImportLimit.rowsMax) rows; split the file")
        }
        let id = try batch.importID ?? ledger.begin(kind)
        var staging = ImportStaging(importID: id, scope: scope, unit: unit)
        staging.updates = batch.update ?? false
        let journal = UpdateJournal(scope.familyID, unit.transaction)
        var verdicts = ImportVerdicts(
            importID: id, number: batch.number, refused: [], skipped: [])
        var records: [StagedRecord] = []
        let known = Dictionary(
            (batch.refused ?? []).map { ($0.line, $0.errors) }, uniquingKeysWith: { $1 })
        for row in batch.rows {
            if let errors = known[row.line] {
                verdicts.refused.append(try refused(row, errors, in: staging))
                continue
            }
            do {
                let staged = try plan.stage(row, in: staging)
                if let name = staged.name { try ledger.store(name, of: id) }
                if let record = staged.record { try journal.note(row.line, of: record, in: id) }
                records += staged.records
                verdicts.add(staged, row.line)
            } catch let error as ServiceError {
                verdicts.refused.append(try refused(row, error, in: staging))
            } catch let unknown as UnknownReference
                where unit.caughtUp.contains(unknown.producer)
            {
                verdicts.refused.append(try refused(row, unknown.refusal, in: staging))
            }
        }
        let checked = Set(batch.rows.map(\.line))
        verdicts.refused += known.filter { !checked.contains($0.key) }
            .map { RefusedRow(line: $0.key, errors: $0.value) }
        verdicts.refused.sort { $0.line < $1.line }
        if staging.updates { try journal.requireFewEnough(in: id) }
        try ledger.store(verdicts, records, head: head, of: plan.tables)
        #if DEBUG
            TestHooks.reach("import-staged")
        #endif
        return verdicts
    }

    /// Returns a refused row with all errors of its fields: that of `stage`, and those of fields
    /// that `stage` did not reach.
    private func refused(
        _ row: Plan.Row, _ error: ServiceError, in staging: ImportStaging
    ) throws -> RefusedRow {
        let errors = error.errors.isEmpty ? ["row": error.message] : error.errors
        return try refused(row, errors, in: staging)
    }

    /// Returns a refused row with these errors and those of fields that they do not name.
    private func refused(
        _ row: Plan.Row, _ known: [String: String], in staging: ImportStaging
    ) throws -> RefusedRow {
        var errors = known
        for check in plan.checks(of: row, in: staging) {
            do {
                try check()
            } catch let other as ServiceError {
                errors.merge(other.errors) { known, _ in known }
            } catch let unknown as UnknownReference
                where staging.unit.caughtUp.contains(unknown.producer)
            {
                errors.merge(unknown.refusal.errors) { known, _ in known }
            }
        }
        return RefusedRow(line: row.line, errors: errors)
    }

    /// Commits an import if every row is valid, or if only the valid ones are wanted; of the others
    /// nothing is staged. From this COMMIT on nothing can prevent its records; `reveal` makes them
    /// visible batch by batch.
    func commit(
        _ input: ImportCommit, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> ImportSummary {
        let scope = try context.requireFamily()
        let ledger = ImportLedger(scope, unit)
        let id = input.importID
        let head = try ledger.open(id, kind)
        guard head.refusedCount == 0 || input.readyOnly == true else {
            throw ServiceError(
                .validationFailed,
                "\(head.refusedCount) of \(head.rowCount) rows are refused; nothing was imported. "
                    + "With ready_only, the others are imported")
        }
        let underWay = ImportsUnderWay(unit.transaction)
        try underWay.requireNone(of: scope.familyID)
        if plan.refusesRepetition, input.again != true, let fingerprint = input.fingerprint,
            let earlier = try ledger.earlierImport(of: fingerprint, kind)
        {
            throw ServiceError(
                .conflict, "The same file was already imported on \(earlier.text.prefix(10))",
                subject: .sameFile)
        }
        let journal = UpdateJournal(scope.familyID, unit.transaction)
        if let updates = plan.updates { try journal.requireUpToDate(id, in: updates.table) }
        try plan.committing(ImportStaging(importID: id, scope: scope, unit: unit))
        let summary = try ledger.summary(of: id, head, updated: try journal.counts(id))
        try underWay.begin(
            id, kind, scope, counts: summary.added, updated: summary.updated,
            trace: context.traceID, at: unit.now)
        try ledger.close(id, fingerprint: input.fingerprint)
        #if DEBUG
            TestHooks.reach("import-decided")
        #endif
        return summary
    }

    // MARK: Revealing

    /// Runs one step of a committed import; returns true if there is more to do.
    func reveal(
        _ id: OperationID, of family: FamilyID, _ transaction: WriteTransaction, now: Instant
    ) throws -> Bool {
        let underWay = ImportsUnderWay(transaction)
        guard let found = try underWay.find(id, of: family) else { return false }
        return try reveal(found, underWay, now: now)
    }

    /// Runs one step of any committed import of this kind; returns true if there may be more to do.
    func revealNext(_ transaction: WriteTransaction, now: Instant) throws -> Bool {
        let underWay = ImportsUnderWay(transaction)
        guard let found = try underWay.next(of: kind) else { return false }
        _ = try reveal(found, underWay, now: now)
        return true
    }

    /// Makes the next batch of records visible, counts them and records the change, all in one
    /// transaction. After the last batch the import becomes an operation that can be undone.
    private func reveal(
        _ found: ImportsUnderWay.Entry, _ underWay: ImportsUnderWay, now: Instant
    ) throws -> Bool {
        let unit = found.unit(underWay.transaction, now: now, feed: feed)
        let staging = ImportStaging(importID: found.importID, scope: found.scope, unit: unit)
        if let change = try underWay.change(of: found) {
            if let table = plan.tables.first(where: { $0.importedType == change.type }) {
                try underWay.reveal(change, in: table, of: found)
                try plan.revealed(RevealedBatch(json: change.payload), staging)
            }
            try unit.record(
                NewChange(
                    change.type, of: "import", found.importID, version: found.told + 1,
                    family: found.scope.familyID, json: Array(change.payload.utf8)))
            try underWay.told(change, of: found)
            #if DEBUG
                TestHooks.reach("import-revealed")
            #endif
            if try underWay.change(of: found) != nil { return true }
            let journal = UpdateJournal(found.scope.familyID, unit.transaction)
            if try !journal.waiting(found.importID, limit: 1).isEmpty { return true }
        } else if try update(found, unit) {
            return true
        }
        if !found.counts.isEmpty || !found.updated.isEmpty {
            try unit.recordOperation(
                kind, of: found.scope, counts: found.counts, updated: found.updated,
                as: found.importID, effect: .added)
        }
        try underWay.end(found)
        return false
    }

    /// Changes some of the records that an import updates, each with its change in the feed.
    /// Returns true if there are more.
    private func update(_ found: ImportsUnderWay.Entry, _ unit: UnitOfWork) throws -> Bool {
        guard let updates = plan.updates else { return false }
        let journal = UpdateJournal(found.scope.familyID, unit.transaction)
        let waiting = try journal.waiting(found.importID)
        guard !waiting.isEmpty else { return false }
        for update in waiting {
            if let applied = try updates.apply(update, found.scope, unit) {
                try journal.done(applied, in: updates.table)
            } else {
                try journal.forget(update.id, of: found.importID, in: updates.table)
            }
        }
        #if DEBUG
            TestHooks.reach("import-updated")
        #endif
        return try !journal.waiting(found.importID, limit: 1).isEmpty
    }

    /// Discards an import.
    func discard(
        _ input: ImportDiscard, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> ImportDiscard.Response {
        let ledger = ImportLedger(try context.requireFamily(), unit)
        return ImportDiscard.Response(discarded: try ledger.discard(input.importID, kind))
    }
}

extension ImportVerdicts {
    /// Adds the result of a row.
    fileprivate mutating func add(_ staged: StagedRow, _ line: Int) {
        var row = ImportedRow(line: line, fate: .added, name: staged.title)
        switch staged.fate {
        case .stored:
            if !staged.warnings.isEmpty {
                warned =
                    (warned ?? []) + staged.warnings.map { WarnedRow(line: line, warning: $0) }
            }
        case .updated(let changes):
            row.fate = .updated
            row.changes = changes
        case .unchanged:
            row.fate = .unchanged
        case .skipped(let reason, let sameAs):
            row.fate = .skipped
            row.reason = reason
            row.sameAs = sameAs
            skipped.append(SkippedRow(line: line, reason: reason, sameAs: sameAs))
        }
        if row.fate != .added || row.name != nil { rows = (rows ?? []) + [row] }
    }
}
