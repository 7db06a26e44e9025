/// A batch of import rows, to be validated and staged until the file is complete.
@JSONObject
public struct ImportBatch<Row: ImportRow>: OperationRequest {
    /// The import; absent in its first batch, whose reply contains it.
    public var importID: OperationID?
    /// The number of the batch, from 1. Resending a batch gets the same reply.
    public var number: Int
    /// The rows, in the order of the file.
    public var rows: [Row]
    /// Whether rows that mean records of the family update them. Every batch of a file says the
    /// same. If absent, such rows are skipped.
    public var update: Bool?
    /// The rows that were refused when they were read, such as those with more values than columns.
    /// They count as refused and are not stored. One that is in `rows` as well is checked for
    /// further errors.
    public var refused: [RefusedRow]?

    /// The number of lines of the file that the batch has.
    public var lineCount: Int { Set(rows.map(\.line) + (refused ?? []).map(\.line)).count }

    public func validated() throws(ServiceError) -> ImportBatch {
        var errors = FieldErrors()
        if update == true, !Row.updatesRecords {
            errors.refuse("update", "Each row of \(Row.noun) is a record of its own")
        }
        if number < 1 || (number == 1) != (importID == nil) {
            errors.refuse("number", "Batches count from 1, and the first one has no import_id")
        }
        let refused = refused ?? []
        // Rows of the same line are no other lines, but as long.
        if max(rows.count, refused.count) > ImportLimit.batchRowsMax
            || !(1...ImportLimit.batchRowsMax).contains(lineCount)
        {
            errors.refuse("rows", "Expected 1 to \(ImportLimit.batchRowsMax) rows")
        }
        if refused.contains(where: \.errors.isEmpty) {
            errors.refuse("refused", "A refused row needs an error; leave the row out otherwise")
        }
        try errors.throwIfAny()
        return self
    }
}

/// The results for the rows of a batch. Rows that are not listed are valid.
@JSONObject
public struct ImportVerdicts {
    public var importID: OperationID
    public var number: Int
    /// The invalid rows, of which nothing is stored. With one of them, an import is committed only
    /// with `ready_only`.
    public var refused: [RefusedRow]
    /// The rows whose records the family already has.
    public var skipped: [SkippedRow]
    /// The valid rows that are probably mistakes, such as those whose records the family, or an
    /// earlier row of the file, probably has already; nil for none.
    public var warned: [WarnedRow]?
    /// What becomes of the rows that are not refused, in their order; nil for kinds whose rows have
    /// no names.
    public var rows: [ImportedRow]?
}

/// A row that cannot be stored.
@JSONObject
public struct RefusedRow: Hashable {
    /// The line in the file.
    public var line: Int
    /// The invalid fields with their error texts.
    public var errors: [String: String]
}

/// A row that is not stored because the family already has the record.
@JSONObject
public struct SkippedRow: Hashable {
    /// The line in the file.
    public var line: Int
    /// The existing record, for people.
    public var reason: String
    /// The earlier line of the file that means the same record; nil if there is none.
    public var sameAs: Int?
}

/// A row that is stored, with what is probably a mistake.
@JSONObject
public struct WarnedRow: Hashable {
    /// The line in the file.
    public var line: Int
    /// The record that is probably the same, or what is unusual about a value, for people.
    public var warning: String
}

/// Stores all valid rows of an import at once.
@JSONObject
public struct ImportCommit: OperationRequest {
    public var importID: OperationID
    /// The fingerprint of the whole file, which prevents importing the same file twice by mistake.
    public var fingerprint: String?
    /// Whether to store it even if the same file was imported before.
    public var again: Bool?
    /// Whether to store the valid rows although others were refused. Otherwise a refused row
    /// prevents the whole import.
    public var readyOnly: Bool?

    public func validated() throws(ServiceError) -> ImportCommit {
        _ = try FieldErrors.check {
            $0.optionalText(
                FormField(fingerprint), named: "fingerprint", max: 64,
                "A fingerprint has 64 characters at most")
        }
        return self
    }
}

/// The result of an import.
@JSONObject(nulls: true)
public struct ImportSummary {
    /// The operation that undoes it; nil if nothing was added or changed.
    public var operationID: OperationID?
    /// The number of records added to each table.
    public var added: [String: Int]
    /// The number of skipped rows.
    public var skipped: Int
    /// The skipped rows, at most `ImportLimit.skippedListedMax`.
    public var skippedRows: [SkippedRow]
    /// The stored rows that are probably mistakes, at most `ImportLimit.skippedListedMax`.
    public var warnedRows: [WarnedRow] = []
    /// The number of records changed in each table.
    public var updated: [String: Int] = [:]
    /// The number of rows whose records have all their values already.
    public var unchanged: Int = 0
    /// What becomes of each row, at most `ImportLimit.rowsListedMax`.
    public var rows: [ImportedRow] = []
    /// The number of rows that were refused and left out.
    public var leftOut: Int = 0
    /// The rows that were left out, at most `ImportLimit.skippedListedMax`.
    public var leftOutRows: [RefusedRow] = []
}

/// Discards the rows of an import that was not committed.
@JSONObject
public struct ImportDiscard: OperationRequest {
    public var importID: OperationID

    /// Whether anything was discarded.
    @JSONObject
    public struct Response {
        public var discarded: Bool
    }
}
