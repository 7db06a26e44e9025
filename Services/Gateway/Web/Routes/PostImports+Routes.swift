import Contracts
import HTML
import HTTP
import Imports
import WebPages

extension Router {
    /// Importing files of posts, whose rows are stored or refused one by one. Refused rows of a
    /// table wait on a page of their own, which is returned.
    mutating func addPostImport(_ site: Site) -> KeptPage {
        addImportPage(.posts, site) { try await $0.sendPosts($1, key: nil) }
        postFiles(Place.commit(.posts).text, site) { try await $0.commitPosts($1) }
        return { visit, kept in
            try await visit.importPage(
                .posts, try await visit.sendPosts([], key: nil, kept: kept))
        }
    }
}

extension Visit {
    /// Stores posts: those of a file, or the rows that the page carries, which are checked once
    /// more with what the form says about them. Refused rows of a table are kept.
    fileprivate func commitPosts(_ files: [SpooledFile]) async throws -> HTTPResponse {
        let key = try formKey
        var keys = FormKeys(following: key, form)
        var keptID: KeptImportID?
        do {
            if form[ImportPage.rowsField] != nil {
                var state = try await sendPosts([], key: nil)
                guard let ready = try await keepRefused(of: &state, keys.next()) else {
                    return try await importPage(.posts, state)
                }
                keptID = ready.keptID
            }
            let state = try await sendPosts(files, key: key)
            guard case .sent(let posts) = state, posts.failure == nil else {
                return try await importPage(.posts, state)
            }
            if let waiting = posts.waiting, form[ImportPage.rowsField] == nil {
                // The others are stored. If no more rows may wait, the page lists them.
                keptID = try? await keep(waiting, .posts, named: posts.name, keys.next())
            }
            if keptID == nil, posts.summary.rejected > 0 {
                return try await importPage(.posts, state)
            }
            return try await answer(posts, keptID, keys.next())
        } catch let error as ServiceError where error.code == .keyReused {
            return try await importPage(.posts, .alreadyImported)
        }
    }

    /// Leads to the list of posts, or to the rows that wait.
    private func answer(
        _ posts: SentPosts, _ keptID: KeptImportID?, _ key: IdempotencyKey
    ) async throws -> HTTPResponse {
        let isPart = posts.summary.rejected > 0
        let done: Done =
            posts.summary.new == 0 ? .importedNothing : isPart ? .importedInPart : .imported
        if let keptID {
            return done.redirect(toKept: keptID, undoing: posts.summary.operationID)
        }
        if let keptBefore {
            _ = try await call(DropKeptImport.self, .init(id: keptBefore), key: key)
        }
        return done.redirect(to: ImportKind.posts.list, undoing: posts.summary.operationID)
    }

    /// Sends a file of posts to its service, or rows that wait; without a key, only to check them.
    fileprivate func sendPosts(
        _ files: [SpooledFile], key: IdempotencyKey?, kept: ShowKeptImport.Response? = nil
    ) async throws -> ImportState {
        let start = PostSending(files.first?.name ?? "", key: key)
        return try await reading(files, .posts, kept: kept) { file in
            var lines = file.postLines
            guard var sent = try await send(start, { try lines.next() }) else { throw Self.noPosts }
            sent.ignoredKeys = lines.ignored
            return .sent(sent)
        } _: { file, columns in
            try columns.requireAll()
            return try await send(start, file, columns, keptID: kept?.keptImport.id ?? keptBefore)
        }
    }

    /// Sends the rows of a table. Those that a form can carry are shown when they were checked.
    private func send(
        _ start: PostSending, _ file: UploadedTable, _ columns: ImportColumns,
        keptID: KeptImportID?
    ) async throws -> ImportState {
        // A file that cannot be read to its end stores nothing.
        let whole = try SpooledRows(file, .posts)
        while try whole.next() != nil {}
        let rows = try SpooledRows(file, .posts)
        let said = saidOfRows
        var carried = CarriedRows(header: rows.header)
        var table: PostRows? = PostRows(columns, said)
        var unread = UnreadWords()
        let found = try await send(start) {
            while let row = try rows.next() {
                unread.add(row, columns)
                carried.add(said.edits.applied(to: row, columns))
                if carried.text == nil { table = nil }
                guard table != nil else { return PostLine(row, columns, in: zone) }
                if let line = table?.line(of: row, in: zone) { return line }
            }
            return nil
        } answered: {
            table?.add($0, to: $1)
        }
        guard var sent = found else {
            throw table?.report.leftOut.isEmpty == false ? ImportProblem.allLeftOut : Self.noPosts
        }
        if start.isCheck, let table {
            return .checked(
                CheckedFile(
                    name: file.name, rowCount: table.rowCount, report: table.report,
                    importID: nil, fingerprint: file.fingerprint ?? rows.fingerprint,
                    notes: notes(rows), sheet: file.sheet, header: rows.headerChoice,
                    rows: carried.text, keptID: keptID, failure: sent.failure,
                    unknownCoachCount: sent.unknownCoachCount))
        }
        sent.name = file.name
        sent.unread = unread
        sent.columns = columns
        sent.sheet = file.sheet
        if !start.isCheck {
            let refused = Set(sent.summary.rejectedRows.map(\.line))
            sent.waiting =
                refused.count < sent.summary.rejected
                ? nil : try waiting(refused, in: file, .posts, columns)
        }
        return .sent(sent)
    }

    private static let noPosts = ImportProblem(
        "The file has no posts", reason: "It has only a header line, or no line at all.",
        field: ImportProblem.file)

    /// Sends the lines that `next` returns until there are no more; `answered` gets each answer.
    /// Returns nil if there are no lines.
    private func send(
        _ start: PostSending, _ next: () throws -> PostLine?,
        answered: (PostVerdicts, [PostLine]) -> Void = { _, _ in }
    ) async throws -> SentPosts? {
        var sending = start
        var failure: ServiceError?
        do {
            var batches = PostBatches()
            while let line = try next() {
                if let batch = batches.add(line) {
                    answered(try await send(batch, &sending), batch)
                }
            }
            if let batch = batches.rest() { answered(try await send(batch, &sending), batch) }
        } catch let error as ServiceError where sending.importID != nil && error.staysOnPage {
            failure = error
        }
        guard let importID = sending.importID else { return nil }
        // Finishing a check discards what was stored for it.
        let summary = try await call(
            FinishPostImport.self, ImportDiscard(importID: importID), key: sending.key(0))
        return SentPosts(
            name: sending.fileName, summary: summary,
            unknownCoachCount: sending.references.unknownCoaches, failure: failure)
    }

    private func send(
        _ batch: [PostLine], _ sending: inout PostSending
    ) async throws -> PostVerdicts {
        for part in sending.references.unknown(in: batch) {
            let found = try await call(ResolveReferences.self, .init(references: part)).references
            for (reference, found) in zip(part, found) {
                sending.references.add(found, for: reference)
            }
        }
        let number = sending.batchCount + 1
        let request = ImportPosts.Request(
            importID: sending.importID, number: number,
            check: number == 1 && sending.isCheck ? true : nil,
            rows: sending.references.rows(of: batch))
        let verdicts = try await call(ImportPosts.self, request, key: sending.key(number))
        sending.importID = verdicts.importID
        sending.batchCount = number
        return verdicts
    }
}

/// A file of posts on its way to its service.
private struct PostSending {
    let fileName: String
    /// The key of the form; nil for a check, which stores nothing.
    private let formKey: IdempotencyKey?
    var references = PostReferences()
    /// The import; nil before the first answer.
    var importID: OperationID?
    var batchCount = 0

    init(_ fileName: String, key: IdempotencyKey?) {
        self.fileName = fileName
        formKey = key
    }

    var isCheck: Bool { formKey == nil }

    /// The key of a batch, counted from 1, or of the end of the import. Sent twice, a form stores
    /// once.
    func key(_ place: Int) -> IdempotencyKey {
        formKey.map { FormKeys(following: $0)[place] } ?? .random()
    }
}
