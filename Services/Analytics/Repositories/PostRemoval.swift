import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Removes the posts of an import: at once if there are few, otherwise in batches so that other
/// commands do not wait long. After a restart the removal resumes.
enum PostRemoval {
    /// The most posts that one command removes, which takes about 0.3 s.
    static let inlineMax = 20_000
    /// The number of posts per batch.
    static let partMax = 2_000

    static let countSQL = """
        SELECT count(*) FROM posts WHERE no BETWEEN ?1 AND ?2 AND import_no = ?3
            AND +family_no = ?4 AND deleted_at IS NULL
        """
    static let nextSQL = """
        SELECT families.family_unit_id, post_imports.import_id FROM post_imports
        JOIN families ON families.no = post_imports.family_no
        WHERE post_imports.state = 'removing' LIMIT 1
        /* all families: the housekeeper removes whatever is left */
        """

    /// Removes an import's posts, at once or in the background. Returns how many.
    static func begin(
        _ entry: PostImportLedger.Entry, of family: FamilyID, _ unit: UnitOfWork,
        _ cache: AnswerCache
    ) throws -> Int {
        var writer = try PostWriter(family, unit.transaction, cache)
        let ledger = PostImportLedger(family: writer.family, transaction: unit.transaction)
        try ledger.forgetLines(entry)
        try ledger.forgetLeftOut(entry)
        var entry = entry
        let isSmall = entry.new <= inlineMax
        let count =
            isSmall
            ? try mark(entry, limit: inlineMax, &writer, unit)
            : Int(
                try unit.transaction.scalar(
                    countSQL, entry.firstNo, entry.lastNo, entry.no, writer.family.no)
                    ?? 0)
        entry.state = isSmall ? "discarded" : "removing"
        try ledger.store(entry, answer: nil, at: unit.now)
        writer.touch()
        return count
    }

    /// Removes the next batch of a pending removal. Returns true if there may be more.
    static func step(_ unit: UnitOfWork, _ cache: AnswerCache) throws -> Bool {
        let found = try unit.transaction.first(nextSQL) { row in
            (try row.identifier(0) as FamilyID, try row.identifier(1) as OperationID)
        }
        guard let (family, id) = found else { return false }
        var writer = try PostWriter(family, unit.transaction, cache)
        let ledger = PostImportLedger(family: writer.family, transaction: unit.transaction)
        guard var entry = try ledger.find(id) else { return false }
        if try mark(entry, limit: partMax, &writer, unit) == 0 {
            entry.state = "discarded"
            try ledger.store(entry, answer: nil, at: unit.now)
        }
        return true
    }

    private static func mark(
        _ entry: PostImportLedger.Entry, limit: Int, _ writer: inout PostWriter, _ unit: UnitOfWork
    ) throws -> Int {
        guard entry.lastNo >= entry.firstNo else { return 0 }
        let count = try writer.delete(
            imported: entry.no, within: entry.firstNo...entry.lastNo, limit: limit, by: entry.id,
            at: unit.now)
        if count > 0 {
            try unit.record(
                NewChange(
                    AnalyticsFeed.removed, of: "import", entry.id, family: writer.family.id,
                    payload: try writer.batch(entry.id, count: count)))
        }
        return count
    }
}

extension DiscardPostImport {
    /// Discards what an open import has stored.
    static func handle(
        _ input: ImportDiscard, _ scope: FamilyScope, _ unit: UnitOfWork, _ cache: AnswerCache
    ) throws -> ImportDiscard.Response {
        let family = try Family.make(scope.familyID, unit.transaction)
        let ledger = PostImportLedger(family: family, transaction: unit.transaction)
        guard let entry = try ledger.find(input.importID), entry.actor == scope.userID,
            entry.state == "open"
        else { return .init(discarded: false) }
        if entry.isCheck {
            try ledger.forget(entry)
        } else {
            _ = try PostRemoval.begin(
                entry, of: scope.familyID, unit, cache)
        }
        return .init(discarded: true)
    }
}
