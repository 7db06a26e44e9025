/// Decodes and validates a batch of posts in one pass. It is several times faster than decoding
/// forms first, in which every field is a text.
///
/// It accepts what nearly every batch contains: the known keys, each once, with values of the right
/// types. For anything else it returns nil, and strict decoding follows, which reports the error. A
/// row whose validity it cannot establish is validated as a form. Tests ensure that both ways give
/// the same result.
struct PostBatchReader {
    private typealias Unusual = JSONScanner.Unusual
    private typealias Row = ImportPosts.CheckedRow

    private var scanner = JSONScanner()

    /// Returns the validated batch; nil if strict decoding must decide.
    static func input(reading bytes: [UInt8]) -> ImportPosts.Input? {
        var reader = PostBatchReader()
        return try? reader.batch(bytes.span)
    }

    private mutating func batch(_ bytes: Span<UInt8>) throws(Unusual) -> ImportPosts.Input {
        var (importID, number, check): (OperationID?, Int?, Bool?)
        var rows: [Row]?
        var hasImportID = false
        scanner.skipBlanks(bytes)
        try scanner.take("{", bytes)
        var isFirst = true
        while let key = try scanner.nextKey(bytes, &isFirst) {
            if key.isText("rows", bytes), rows == nil {
                rows = try self.rows(bytes)
            } else if key.isText("number", bytes), number == nil {
                number = try scanner.integer(bytes)
            } else if key.isText("import_id", bytes), !hasImportID {
                hasImportID = true
                if scanner.takesNull(bytes) { continue }
                importID = try OperationID(reading: &scanner, bytes)
            } else if key.isText("check", bytes), check == nil {
                check = try scanner.truth(bytes)
            } else {
                throw Unusual()
            }
        }
        scanner.skipBlanks(bytes)
        guard scanner.at == bytes.count, let number, number >= 1, let rows, !rows.isEmpty,
            rows.count <= PostImportLimit.batchRowsMax, (number == 1) == (importID == nil),
            check != true || number == 1
        else { throw Unusual() }
        return ImportPosts.Input(
            importID: importID, number: number, isCheck: check ?? false, rows: rows)
    }

    private mutating func rows(_ bytes: Span<UInt8>) throws(Unusual) -> [Row] {
        try scanner.take("[", bytes)
        var rows: [Row] = []
        rows.reserveCapacity(PostImportLimit.batchRowsMax)
        var isFirst = true
        while try scanner.nextElement(bytes, &isFirst) { rows.append(try row(bytes)) }
        return rows
    }

    private mutating func row(_ bytes: Span<UInt8>) throws(Unusual) -> Row {
        try scanner.take("{", bytes)
        var line: Int?
        var fields: PostFields?
        var isFirst = true
        while let key = try scanner.nextKey(bytes, &isFirst) {
            if key.isText("form", bytes), fields == nil {
                fields = try self.fields(bytes)
            } else if key.isText("line", bytes), line == nil {
                line = try scanner.integer(bytes)
            } else {
                throw Unusual()
            }
        }
        guard let line, let fields else { throw Unusual() }
        if let input = fields.input(bytes) {
            return Row(line: line, input: .success(input), identity: nil)
        }
        guard let form = fields.form(bytes) else { throw Unusual() }
        return Row(PostImportRow(line: line, form: form))
    }

    private mutating func fields(_ bytes: Span<UInt8>) throws(Unusual) -> PostFields {
        try scanner.take("{", bytes)
        var fields = PostFields()
        var isFirst = true
        while let key = try scanner.nextKey(bytes, &isFirst) {
            guard let field = PostFields.field(named: key, bytes), fields.begin(field) else {
                throw Unusual()
            }
            if scanner.takesNull(bytes) { continue }
            switch field {
            case .recruiting: fields.isRecruitingRelated = try scanner.truth(bytes)
            case .engagement: fields.engagementCount = try scanner.integer(bytes)
            default: fields.set(field, try scanner.text(bytes))
            }
        }
        return fields
    }
}
