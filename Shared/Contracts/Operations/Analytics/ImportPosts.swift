/// Limits of importing posts.
public enum PostImportLimit {
    /// Rows that are sent and stored together.
    public static let batchRowsMax = 1_000
    /// Octets of row forms that a client puts into one batch; a batch has one row at least.
    public static let batchOctetsMax = 524_288
    /// How long an import that nobody goes on with stays open; what it stored stays.
    public static let openFor = Duration.seconds(3_600)
    /// Refused rows, and lines of duplicates, that the answer to the end of an import lists; it
    /// counts them all.
    public static let listedMax = 1_000
}

/// Imports a batch of posts. Each row is stored, counted as a duplicate, or refused by itself; the
/// rows that are stored are there for everybody at once. `posts.finishImport` closes the import,
/// `posts.discardImport` takes it back.
public enum ImportPosts: Operation {
    public static let name = "posts.import"
    public static let service: ServiceName? = .analytics
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can import")
    public static let summary = "Import a batch of posts"
    /// A batch may wait for a replica and for commands before it.
    public static let defaultBudget = Duration.seconds(20)

    /// A batch.
    public struct Request: OperationRequest {
        /// The import; absent in its first batch, whose answer names it.
        public var importID: OperationID?
        /// Counts the batches, from 1. A batch that was sent before gets the same answer again.
        public var number: Int
        /// Whether rows are only looked at; said in the first batch, for the whole import.
        public var check: Bool?
        /// The rows, in the order of the file.
        public var rows: [PostImportRow]

        enum CodingKeys: String, CodingKey, CaseIterable {
            case number, check, rows
            case importID = "import_id"
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// A batch of these rows.
        public init(
            importID: OperationID?, number: Int, check: Bool? = nil, rows: [PostImportRow]
        ) {
            self.importID = importID
            self.number = number
            self.check = check
            self.rows = rows
        }

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

        /// Reads most batches in one pass.
        public static func input(reading octets: [UInt8]) -> Input? {
            PostBatchReader.input(reading: octets)
        }
    }

    /// A batch whose rows were checked one by one.
    public struct Input: Sendable {
        /// The import.
        public let importID: OperationID?
        /// The batch.
        public let number: Int
        /// Whether rows are only looked at.
        public let isCheck: Bool
        /// The rows.
        public let rows: [CheckedRow]
    }

    /// A row after its check.
    public struct CheckedRow: Sendable {
        /// The line of the file.
        public let line: Int
        /// The post, or why it is refused.
        public let input: Result<PostInput, ServiceError>
        /// The address as given, for telling refused rows apart.
        public let url: String?

        init(line: Int, input: Result<PostInput, ServiceError>, url: String?) {
            self.line = line
            self.input = input
            self.url = url
        }

        init(_ row: PostImportRow) {
            line = row.line
            url = row.form.postURL.value
            if let problems = row.problems {
                input = .failure(ServiceError(.validationFailed, "", errors: problems))
                return
            }
            do throws(ServiceError) {
                input = .success(try row.form.validated())
            } catch {
                input = .failure(error)
            }
        }
    }

    public typealias Response = PostVerdicts
}

/// A row of an import about a post; school and coach are named by their ids.
public struct PostImportRow: ImportRow {
    /// The line of the file.
    public var line: Int
    /// The post.
    public var form: PostForm
    /// What the client found wrong with the line already: the row is refused with these texts, by
    /// field.
    public var problems: [String: String]?

    /// The row of this line.
    public init(line: Int, form: PostForm, problems: [String: String]? = nil) {
        self.line = line
        self.form = form
        self.problems = problems
    }
}

/// What became of the rows of a batch.
public struct PostVerdicts: Codable, Sendable {
    /// The import.
    public var importID: OperationID
    /// The batch.
    public var number: Int
    /// How many rows were new.
    public var new: Int
    /// The lines of posts whose address the family has already.
    public var duplicates: [Int]
    /// Rows that cannot be stored.
    public var rejected: [RefusedRow]

    enum CodingKeys: String, CodingKey {
        case number, new, duplicates, rejected
        case importID = "import_id"
    }

    /// The verdicts over a batch.
    public init(
        importID: OperationID, number: Int, new: Int = 0, duplicates: [Int] = [],
        rejected: [RefusedRow] = []
    ) {
        self.importID = importID
        self.number = number
        self.new = new
        self.duplicates = duplicates
        self.rejected = rejected
    }
}

/// Closes an import of posts.
public enum FinishPostImport: Operation {
    public static let name = "posts.finishImport"
    public static let service: ServiceName? = .analytics
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can import")
    public static let summary = "Finish an import of posts"

    public typealias Request = ImportDiscard

    /// What the import did.
    public struct Response: Codable, Sendable {
        /// The operation that undoes it; absent if nothing was stored.
        public var operationID: OperationID?
        /// How many posts were new.
        public var new: Int
        /// How many the family had already.
        public var duplicates: Int
        /// How many rows were refused.
        public var rejected: Int
        /// Whether rows were only looked at.
        public var isCheck: Bool
        /// The lines of duplicates, the first `PostImportLimit.listedMax` of them.
        public var duplicateLines: [Int]
        /// The refused rows, the first `PostImportLimit.listedMax` of them.
        public var rejectedRows: [RefusedRow]

        enum CodingKeys: String, CodingKey {
            case new, duplicates, rejected
            case operationID = "operation_id"
            case isCheck = "is_check"
            case duplicateLines = "duplicate_lines"
            case rejectedRows = "rejected_rows"
        }

        /// A summary with these figures.
        public init(
            operationID: OperationID?, new: Int, duplicates: Int, rejected: Int, isCheck: Bool,
            duplicateLines: [Int] = [], rejectedRows: [RefusedRow] = []
        ) {
            self.operationID = operationID
            self.new = new
            self.duplicates = duplicates
            self.rejected = rejected
            self.isCheck = isCheck
            self.duplicateLines = duplicateLines
            self.rejectedRows = rejectedRows
        }

        /// Writes every key; what is missing is `null`.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(operationID, forKey: .operationID)
            try container.encode(new, forKey: .new)
            try container.encode(duplicates, forKey: .duplicates)
            try container.encode(rejected, forKey: .rejected)
            try container.encode(isCheck, forKey: .isCheck)
            try container.encode(duplicateLines, forKey: .duplicateLines)
            try container.encode(rejectedRows, forKey: .rejectedRows)
        }
    }
}

/// Takes back what an open import stored.
public enum DiscardPostImport: Operation {
    public static let name = "posts.discardImport"
    public static let service: ServiceName? = .analytics
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can import")
    public static let summary = "Discard what an open import of posts has stored"
    /// A large import goes in parts.
    public static let defaultBudget = Duration.seconds(60)

    public typealias Request = ImportDiscard
    public typealias Response = ImportDiscard.Response
}

extension ImportPosts.Request {
    /// The request's JSON as the common coder writes it, several times faster: a client sends many
    /// thousand rows. Tests hold the two equal.
    public var octets: [UInt8] {
        var json = JSONWriter(capacity: PostImportLimit.batchOctetsMax)
        json.beginObject()
        if let check {
            json.key("check")
            json.bool(check)
        }
        if let importID {
            json.key("import_id")
            json.identifier(importID)
        }
        json.key("number")
        json.integer(number)
        json.key("rows")
        json.beginArray()
        for row in rows { row.write(to: &json) }
        json.endArray()
        json.endObject()
        return json.octets
    }
}

extension PostImportRow {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.key("form")
        form.write(to: &json)
        json.key("line")
        json.integer(line)
        if let problems {
            json.key("problems")
            json.beginObject()
            for (field, text) in problems.sorted(by: { $0.key < $1.key }) {
                json.key(dynamic: field)
                json.string(text)
            }
            json.endObject()
        }
        json.endObject()
    }
}

extension PostForm {
    fileprivate func write(to json: inout JSONWriter) {
        func write(_ field: FormField<String>, _ key: StaticString) {
            guard let text = field.value else { return }
            json.key(key)
            json.string(text)
        }
        json.beginObject()
        write(authorHandle, "author_handle")
        write(authorName, "author_name")
        write(coachID, "coach_id")
        if let engagement = engagementCount.value {
            json.key("engagement_count")
            json.integer(engagement)
        }
        if let isRecruiting = isRecruitingRelated.value {
            json.key("is_recruiting_related")
            json.bool(isRecruiting)
        }
        write(platform, "platform")
        write(postContent, "post_content")
        write(postDate, "post_date")
        write(postURL, "post_url")
        write(schoolID, "school_id")
        write(sentiment, "sentiment")
        json.endObject()
    }
}
