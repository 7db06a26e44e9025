import Contracts
import HTML
import HTTP
import Imports
import WebPages

extension Router {
    /// Importing files of posts, whose rows are stored or refused one by one.
    mutating func addPostImport(_ site: Site) {
        addImportPage(.posts, site) { try await $0.sendPosts($1, key: nil) }
        postFiles(Place.commit(.posts).text, site) { visit, files in
            let state = try await visit.storePosts(files)
            guard case .sent(let posts) = state, posts.isComplete else {
                return try await visit.importPage(.posts, state)
            }
            let done = posts.summary.new == 0 ? Done.importedNothing : .imported
            return done.redirect(
                to: ImportKind.posts.list, undoing: posts.summary.operationID)
        }
    }
}

extension SentPosts {
    /// Whether no row was left behind.
    fileprivate var isComplete: Bool { failure == nil && summary.rejected == 0 }
}

extension Visit {
    /// Imports a file of posts.
    fileprivate func storePosts(_ files: [SpooledFile]) async throws -> ImportState {
        do {
            return try await sendPosts(files, key: formKey)
        } catch let error as ServiceError where error.code == .keyReused {
            return .alreadyImported
        }
    }

    /// Sends a file of posts to its service; without a key, only to check it.
    fileprivate func sendPosts(
        _ files: [SpooledFile], key: IdempotencyKey?
    ) async throws -> ImportState {
        let start = PostSending(files.first?.name ?? "", key: key)
        return try await reading(files, .posts) { file in
            var lines = file.postLines
            var sent = try await send(start) { try lines.next() }
            sent.ignoredKeys = lines.ignored
            return .sent(sent)
        } _: { file, columns in
            try columns.requireAll()
            // A file that cannot be read to its end stores nothing.
            let whole = try SpooledRows(file, .posts)
            while try whole.next() != nil {}
            let rows = try SpooledRows(file, .posts)
            var unread = UnreadWords()
            var sent = try await send(start) {
                try rows.next().map { row in
                    unread.add(row, columns)
                    return PostLine(row, columns, in: zone)
                }
            }
            sent.unread = unread
            sent.columns = columns
            sent.sheet = file.sheet
            return .sent(sent)
        }
    }

    /// Sends the lines that `next` returns until there are no more.
    private func send(
        _ start: PostSending, _ next: () throws -> PostLine?
    ) async throws -> SentPosts {
        var sending = start
        var failure: ServiceError?
        do {
            var batches = PostBatches()
            while let line = try next() {
                if let batch = batches.add(line) { try await send(batch, &sending) }
            }
            if let batch = batches.rest() { try await send(batch, &sending) }
        } catch let error as ServiceError where sending.importID != nil && error.staysOnPage {
            failure = error
        }
        guard let importID = sending.importID else {
            throw ImportProblem(
                "The file has no posts", reason: "It has only a header line, or no line at all.",
                field: ImportProblem.file)
        }
        // Finishing a check discards what was stored for it.
        let summary = try await call(
            FinishPostImport.self, ImportDiscard(importID: importID), key: sending.key(0))
        return SentPosts(
            name: sending.fileName, summary: summary,
            unknownCoachCount: sending.references.unknownCoaches, failure: failure)
    }

    private func send(_ batch: [PostLine], _ sending: inout PostSending) async throws {
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
