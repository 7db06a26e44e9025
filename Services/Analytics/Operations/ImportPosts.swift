import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension ImportPosts {
    /// Stores the valid rows of a batch and returns the result of each row.
    static func handle(
        _ input: Input, _ scope: FamilyScope, _ unit: UnitOfWork, _ cache: AnswerCache
    ) throws -> [UInt8] {
        var writer = try PostWriter(scope.familyID, unit.transaction, cache)
        let ledger = PostImportLedger(family: writer.family, transaction: unit.transaction)
        var entry: PostImportLedger.Entry
        if let id = input.importID {
            entry = try ledger.open(id, of: scope.userID)
            if input.number == entry.batches { return try ledger.lastAnswer(entry) }
            guard input.number == entry.batches + 1 else {
                throw ServiceError(.conflict, "Batch \(entry.batches + 1) comes next")
            }
        } else {
            entry = try ledger.begin(
                unit.operationID, of: scope.userID, isCheck: input.isCheck,
                at: unit.housekeepingTime)
        }
        var verdicts = PostVerdicts(importID: entry.id, number: input.number)
        var leftOut = 0
        for row in input.rows {
            do {
                if try store(try row.input.get(), entry, scope, unit, ledger, &writer) {
                    verdicts.new += 1
                } else {
                    verdicts.duplicates.append(row.line)
                }
            } catch let error as ServiceError {
                let refused = refusal(of: row, error)
                verdicts.rejected.append(refused)
                if !entry.isCheck, refused.errors["post_date"] != nil,
                    let identity = row.identity
                {
                    try ledger.leaveOut(PostAddress(identity).hash, entry)
                    leftOut += 1
                }
            } catch let error as UnknownReference {
                // The replica catches up once for the whole batch; after that the row is rejected.
                guard unit.hasCaughtUp(with: error.producer) else { throw error }
                verdicts.rejected.append(refusal(of: row, error.refusal))
            }
        }
        if leftOut > 0, verdicts.new == 0 { writer.touch() }
        try ledger.report(verdicts, before: entry)
        entry.batches = input.number
        entry.new += verdicts.new
        entry.duplicates += verdicts.duplicates.count
        entry.rejected += verdicts.rejected.count
        entry.lastNo = try unit.transaction.scalar(PostImportLedger.lastNoSQL) ?? 0
        let answer = try JSONCoding.encode(verdicts)
        try ledger.store(entry, answer: answer, at: unit.housekeepingTime)
        if verdicts.new > 0, !entry.isCheck {
            try unit.record(
                NewChange(
                    AnalyticsFeed.imported, of: "import", entry.id, version: Int64(entry.batches),
                    family: scope.familyID,
                    payload: try writer.batch(entry.id, count: verdicts.new)))
        }
        return answer
    }

    /// Stores a post, or only checks it in a dry run. Returns false if a post with this address is
    /// already known.
    private static func store(
        _ input: PostInput, _ entry: PostImportLedger.Entry, _ scope: FamilyScope,
        _ unit: UnitOfWork, _ ledger: PostImportLedger, _ writer: inout PostWriter
    ) throws -> Bool {
        let references = try writer.references(of: input)
        let address = input.url.map(PostAddress.init) ?? .none
        if let url = input.url {
            if try writer.has(url, at: address) { return false }
            if entry.isCheck { return try ledger.see(address, entry) }
        }
        if !entry.isCheck {
            _ = try writer.insert(
                input, at: address, references,
                .init(createdBy: scope.userID, createdAt: unit.now, importNo: entry.no))
        }
        return true
    }

    private static func refusal(of row: CheckedRow, _ error: ServiceError) -> RefusedRow {
        RefusedRow(
            line: row.line, errors: error.errors.isEmpty ? ["row": error.message] : error.errors)
    }
}

extension FinishPostImport {
    static func handle(
        _ input: ImportDiscard, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> Response {
        let family = try Family.make(scope.familyID, unit.transaction)
        let ledger = PostImportLedger(family: family, transaction: unit.transaction)
        let entry = try ledger.open(input.importID, of: scope.userID)
        let lines = try ledger.lines(entry)
        try finish(entry, of: family, ledger, at: unit.now)
        return Response(
            operationID: entry.new > 0 && !entry.isCheck ? entry.id : nil, new: entry.new,
            duplicates: entry.duplicates, rejected: entry.rejected, isCheck: entry.isCheck,
            duplicateLines: lines.duplicates, rejectedRows: lines.rejected)
    }

    /// Closes an import. From then on its posts can be undone.
    static func finish(
        _ entry: PostImportLedger.Entry, of family: Family, _ ledger: PostImportLedger,
        at now: Instant
    ) throws {
        if entry.isCheck { return try ledger.forget(entry) }
        try ledger.forgetLines(entry)
        var entry = entry
        entry.state = "finished"
        try ledger.store(entry, answer: nil, at: now)
        guard entry.new > 0 else { return }
        try ledger.transaction.execute(
            """
            INSERT INTO operations (family_unit_id, operation_id, actor, kind, counts, created_at,
                effect)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'added')
            """, family.id, entry.id, entry.actor, ImportPosts.name,
            try JSONCoding.encodedText([DeletePost.table: entry.new]),
            now)
    }

    /// Finishes one import that has had no batch for an hour. `now` is housekeeping time;
    /// `timeOfDay` becomes the time of the operation. Returns true if there may be more.
    static func closeStale(
        _ transaction: WriteTransaction, now: Instant, at timeOfDay: Instant
    ) throws -> Bool {
        let before = now.advanced(by: .zero - ImportLimit.openFor)
        let found = try transaction.first(PostImportLedger.staleSQL, before) { row in
            (
                Family(
                    no: try row.int64(0), id: try row.identifier(1), version: try row.int64(2)),
                try row.identifier(3) as OperationID
            )
        }
        guard let (family, id) = found else { return false }
        let ledger = PostImportLedger(family: family, transaction: transaction)
        guard let entry = try ledger.find(id) else { return false }
        try finish(entry, of: family, ledger, at: timeOfDay)
        return true
    }
}
