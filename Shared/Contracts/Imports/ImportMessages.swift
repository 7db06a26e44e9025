/// A batch of import rows, to be validated and staged until the file is complete.
public struct ImportBatch<Row: ImportRow>: OperationRequest {
    /// The import; absent in its first batch, whose reply contains it.
    public var importID: OperationID?
    /// The number of the batch, from 1. Resending a batch gets the same reply.
    public var number: Int
    /// The rows, in the order of the file.
    public var rows: [Row]

    enum CodingKeys: String, CodingKey, CaseIterable {
        case number, rows
        case importID = "import_id"
    }

    public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

    public init(importID: OperationID?, number: Int, rows: [Row]) {
        self.importID = importID
        self.number = number
        self.rows = rows
    }

    public func validated() throws(ServiceError) -> ImportBatch {
        var errors = FieldErrors()
        if number < 1 || (number == 1) != (importID == nil) {
            errors.refuse("number", "Batches count from 1, and the first one has no import_id")
        }
        if !(1...ImportLimit.batchRowsMax).contains(rows.count) {
            errors.refuse("rows", "Expected 1 to \(ImportLimit.batchRowsMax) rows")
        }
        try errors.throwIfAny()
        return self
    }
}

/// The results for the rows of a batch. Rows that are not listed are valid.
public struct ImportVerdicts: Codable, Sendable {
    public var importID: OperationID
    public var number: Int
    /// The invalid rows. A single one prevents the whole file from being stored.
    public var refused: [RefusedRow]
    /// The rows whose records the family already has.
    public var skipped: [SkippedRow]

    enum CodingKeys: String, CodingKey {
        case number, refused, skipped
        case importID = "import_id"
    }

    public init(
        importID: OperationID, number: Int, refused: [RefusedRow], skipped: [SkippedRow]
    ) {
        self.importID = importID
        self.number = number
        self.refused = refused
        self.skipped = skipped
    }
}

/// A row that cannot be stored.
public struct RefusedRow: Codable, Hashable, Sendable {
    /// The line in the file.
    public var line: Int
    /// The invalid fields with their error texts.
    public var errors: [String: String]

    public init(line: Int, errors: [String: String]) {
        self.line = line
        self.errors = errors
    }
}

/// A row that is not stored because the family already has the record.
public struct SkippedRow: Codable, Hashable, Sendable {
    /// The line in the file.
    public var line: Int
    /// The existing record, for people.
    public var reason: String

    public init(line: Int, reason: String) {
        self.line = line
        self.reason = reason
    }
}

/// Stores all rows of an import at once.
public struct ImportCommit: OperationRequest {
    public var importID: OperationID
    /// The fingerprint of the whole file, which prevents importing the same file twice by mistake.
    public var fingerprint: String?
    /// Whether to store it even if the same file was imported before.
    public var again: Bool?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case fingerprint, again
        case importID = "import_id"
    }

    public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

    public init(importID: OperationID, fingerprint: String? = nil, again: Bool? = nil) {
        self.importID = importID
        self.fingerprint = fingerprint
        self.again = again
    }

    public func validated() throws(ServiceError) -> ImportCommit {
        var errors = FieldErrors()
        _ = errors.optionalText(
            FormField(fingerprint), named: "fingerprint", max: 64,
            "A fingerprint has 64 characters at most")
        try errors.throwIfAny()
        return self
    }
}

/// The result of an import.
public struct ImportSummary: Codable, Sendable {
    /// The operation that undoes it; nil if every row already existed.
    public var operationID: OperationID?
    /// The number of records added to each table.
    public var added: [String: Int]
    /// The number of skipped rows.
    public var skipped: Int
    /// The skipped rows, at most `ImportLimit.skippedListedMax`.
    public var skippedRows: [SkippedRow]

    enum CodingKeys: String, CodingKey {
        case added, skipped
        case operationID = "operation_id"
        case skippedRows = "skipped_rows"
    }

    public init(
        operationID: OperationID?, added: [String: Int], skipped: Int, skippedRows: [SkippedRow]
    ) {
        self.operationID = operationID
        self.added = added
        self.skipped = skipped
        self.skippedRows = skippedRows
    }

    /// Writes every key; missing values are `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(operationID, forKey: .operationID)
        try container.encode(added, forKey: .added)
        try container.encode(skipped, forKey: .skipped)
        try container.encode(skippedRows, forKey: .skippedRows)
    }
}

/// Discards the rows of an import that was not committed.
public struct ImportDiscard: OperationRequest {
    public var importID: OperationID

    enum CodingKeys: String, CodingKey, CaseIterable {
        case importID = "import_id"
    }

    public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

    public init(importID: OperationID) {
        self.importID = importID
    }

    /// Whether anything was discarded.
    public struct Response: Codable, Sendable {
        public var discarded: Bool

        public init(discarded: Bool) {
            self.discarded = discarded
        }
    }
}
