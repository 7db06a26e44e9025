/// Limits of importing posts.
public enum PostImportLimit {
    /// The maximum number of rows in a batch.
    public static let batchRowsMax = 1_000
    /// The size of the row forms in a batch, in bytes, beyond which clients start a new batch. A
    /// batch has at least one row.
    public static let batchBytesMax = 524_288
    /// The longest line of a JSON Lines file, in bytes: every valid post fits.
    public static let lineBytesMax = 262_144
    /// The maximum number of rejected rows, and of lines of duplicates, listed in the reply that
    /// closes an import; all of them are counted.
    public static let listedMax = 1_000
}

/// Imports a batch of posts. Each row on its own is stored, counted as a duplicate or rejected;
/// stored rows are immediately visible to everyone. `posts.finishImport` closes the import,
/// `posts.discardImport` reverts it.
public enum ImportPosts: Operation {
    /// The budget includes waits for a replica and for earlier commands.
    public static let definition = OperationDefinition(
        "posts.import", of: .analytics, .write, .players("import"), "Import a batch of posts",
        budget: .seconds(20), http: .post("/posts/imports"))

    /// A batch of rows.
    @JSONObject
    public struct Request: OperationRequest, JSONWritable {
        /// The import; absent in its first batch, whose reply contains it.
        public var importID: OperationID?
        /// The number of the batch, from 1. Resending a batch gets the same reply.
        public var number: Int
        /// Whether the import is a dry run; given in the first batch, for the whole import.
        public var check: Bool?
        /// The rows, in the order of the file.
        public var rows: [PostImportRow]

        public func validated() throws(ServiceError) -> Input {
            var errors = FieldErrors()
            if number < 1 || (number == 1) != (importID == nil) {
                errors.refuse("number", "Batches count from 1, and the first one has no import_id")
            }
            if check == true, number != 1 {
                errors.refuse("check", "Only the first batch says whether this is a dry run")
            }
            if !(1...PostImportLimit.batchRowsMax).contains(rows.count) {
                errors.refuse("rows", "Expected 1 to \(PostImportLimit.batchRowsMax) rows")
            }
            try errors.throwIfAny()
            return Input(
                importID: importID, number: number, isCheck: check ?? false,
                rows: rows.map { CheckedRow($0) })
        }

        /// Decodes most batches in one pass.
        public static func input(reading bytes: [UInt8]) -> Input? {
            PostBatchReader.input(reading: bytes)
        }
    }

    /// A batch of individually validated rows.
    public struct Input: Sendable {
        public let importID: OperationID?
        public let number: Int
        /// Whether the import is a dry run.
        public let isCheck: Bool
        public let rows: [CheckedRow]
    }

    /// A validated row.
    public struct CheckedRow: Sendable {
        /// The line in the file.
        public let line: Int
        /// The post, or the reason for its rejection.
        public let input: Result<PostInput, ServiceError>
        /// What distinguishes a rejected row from others: its address as given, or else its line
        /// and all its fields. Nil for valid rows.
        public let identity: String?
    }

    public typealias Response = PostVerdicts
}

/// An import row that describes a post, with school and coach given by id.
@JSONObject
public struct PostImportRow: ImportRow, JSONWritable {
    public static let noun = "posts"
    public static let service = ServiceName.analytics

    /// The line in the file.
    public var line: Int
    public var form: PostForm
    /// Errors that the client already found in the line, by field; the row is rejected with them.
    public var problems: [String: String]?
}

/// The results for the rows of a batch.
@JSONObject
public struct PostVerdicts {
    public var importID: OperationID
    public var number: Int
    /// The number of new posts.
    public var new: Int = 0
    /// The lines of posts whose address the family already has.
    public var duplicates: [Int] = []
    /// The rows that cannot be stored.
    public var rejected: [RefusedRow] = []
}

/// Closes an import of posts.
public enum FinishPostImport: Operation {
    public static let definition = OperationDefinition(
        "posts.finishImport", of: .analytics, .write, .players("import"),
        "Finish an import of posts", http: .post("/posts/imports/{import_id}/commit"))

    public typealias Request = ImportDiscard

    /// The result of an import.
    @JSONObject(nulls: true)
    public struct Response {
        /// The operation that undoes it; nil if nothing was stored.
        public var operationID: OperationID?
        /// The number of new posts.
        public var new: Int
        /// The number of posts that the family already had.
        public var duplicates: Int
        /// The number of rejected rows.
        public var rejected: Int
        /// Whether the import was a dry run.
        public var isCheck: Bool
        /// The lines of the duplicates, at most `PostImportLimit.listedMax`.
        public var duplicateLines: [Int] = []
        /// The rejected rows, at most `PostImportLimit.listedMax`.
        public var rejectedRows: [RefusedRow] = []
    }
}

/// Reverts an open import by removing the posts that it stored.
public enum DiscardPostImport: Operation {
    /// The budget is that of a large import, which is removed in parts.
    public static let definition = OperationDefinition(
        "posts.discardImport", of: .analytics, .write, .players("import"),
        "Discard what an open import of posts has stored", budget: .seconds(60),
        http: .delete("/posts/imports/{import_id}"))

    public typealias Request = ImportDiscard
    public typealias Response = ImportDiscard.Response
}

extension ImportPosts.CheckedRow {
    init(_ row: PostImportRow) {
        line = row.line
        do throws(ServiceError) {
            if let problems = row.problems {
                throw ServiceError(.validationFailed, "", errors: problems)
            }
            input = .success(try row.form.validated())
            identity = nil
        } catch {
            input = .failure(error)
            identity = row.form.postURL.value ?? "\(row.line) \(Self.json(of: row.form))"
        }
    }

    private static func json(of form: PostForm) -> String {
        var json = JSONWriter()
        form.write(to: &json)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
