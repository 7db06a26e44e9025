/// Some rows of an import, to be checked and kept aside until the whole file is there.
public struct ImportBatch<Row: ImportRow>: OperationRequest {
    /// The import; absent in its first batch, whose answer names it.
    public var importID: OperationID?
    /// Counts the batches, from 1. A batch that was sent before gets the same answer again.
    public var number: Int
    /// The rows, in the order of the file.
    public var rows: [Row]

    enum CodingKeys: String, CodingKey, CaseIterable {
        case number, rows
        case importID = "import_id"
    }

    public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

    /// A batch of these rows.
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

/// What became of the rows of a batch. Those that are not named are right.
public struct ImportVerdicts: Codable, Sendable {
    /// The import.
    public var importID: OperationID
    /// The batch.
    public var number: Int
    /// Rows that cannot be stored; one of them is enough and nothing of the file will be.
    public var refused: [RefusedRow]
    /// Rows whose record the family has already.
    public var skipped: [SkippedRow]

    enum CodingKeys: String, CodingKey {
        case number, refused, skipped
        case importID = "import_id"
    }

    /// The verdicts over a batch.
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
    /// The line of the file.
    public var line: Int
    /// The refused fields with their texts.
    public var errors: [String: String]

    /// The refusal of a row.
    public init(line: Int, errors: [String: String]) {
        self.line = line
        self.errors = errors
    }
}

/// A row that is not stored, because the family has its record already.
public struct SkippedRow: Codable, Hashable, Sendable {
    /// The line of the file.
    public var line: Int
    /// Which record that is.
    public var reason: String

    /// A row that is passed over.
    public init(line: Int, reason: String) {
        self.line = line
        self.reason = reason
    }
}

/// The request to store all rows of an import at once.
public struct ImportCommit: OperationRequest {
    /// The import.
    public var importID: OperationID
    /// The fingerprint of the whole file: the same one is not imported twice by mistake.
    public var fingerprint: String?
    /// Whether it is to be stored although the same file was imported before.
    public var again: Bool?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case fingerprint, again
        case importID = "import_id"
    }

    public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

    /// The request for this import.
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

/// What an import did.
public struct ImportSummary: Codable, Sendable {
    /// The operation that undoes it; absent if every row was there already.
    public var operationID: OperationID?
    /// How many records came, by table.
    public var added: [String: Int]
    /// How many rows were passed over.
    public var skipped: Int
    /// Those rows, the first `ImportLimit.skippedListedMax` of them.
    public var skippedRows: [SkippedRow]

    enum CodingKeys: String, CodingKey {
        case added, skipped
        case operationID = "operation_id"
        case skippedRows = "skipped_rows"
    }

    /// A summary with these figures.
    public init(
        operationID: OperationID?, added: [String: Int], skipped: Int, skippedRows: [SkippedRow]
    ) {
        self.operationID = operationID
        self.added = added
        self.skipped = skipped
        self.skippedRows = skippedRows
    }

    /// Writes every key; what is missing is `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(operationID, forKey: .operationID)
        try container.encode(added, forKey: .added)
        try container.encode(skipped, forKey: .skipped)
        try container.encode(skippedRows, forKey: .skippedRows)
    }
}

/// The request to forget the rows of an import that was not committed.
public struct ImportDiscard: OperationRequest {
    /// The import.
    public var importID: OperationID

    enum CodingKeys: String, CodingKey, CaseIterable {
        case importID = "import_id"
    }

    public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

    /// The request for this import.
    public init(importID: OperationID) {
        self.importID = importID
    }

    /// The answer.
    public struct Response: Codable, Sendable {
        /// Whether there was something to forget.
        public var discarded: Bool

        /// The answer.
        public init(discarded: Bool) {
            self.discarded = discarded
        }
    }
}
